// Measures and prints one table. Everything runs interleaved, on the same Chromium; figures are medians.
//   node main.mjs [--only rounds,changes,check] [--without aite] [--repeat N] [--write FILE]
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import * as aite from './aite.mjs';
import * as bare from './bare.mjs';
import { serve } from './page.mjs';
import { CHROMIUM } from './process.mjs';
import { page } from './table.mjs';

const { values: options } = parseArgs({ options: {
    only: { type: 'string', default: 'rounds,changes,check,compile' },
    without: { type: 'string', default: '' },
    repeat: { type: 'string', default: '5' },
    write: { type: 'string' },
} });
const wanted = part => options.only.split(',').includes(part);
const plugged = name => !options.without.split(',').includes(name);
const REPEAT = Number(options.repeat);
const ROUNDS = 12;
const CHANGES = 30;

const median = values => {
    const sorted = [...values].sort((a, b) => a - b);
    return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
};
const say = text => process.stderr.write(`${text}\n`);

const peers = {};
if (plugged('playwright')) peers.playwright = await import('./playwright.mjs');
if (plugged('puppeteer')) peers.puppeteer = await import('./puppeteer.mjs');

async function rounds() {
    const server = await serve();
    const times = { bare: [], aite: [], playwright: [], puppeteer: [] };
    const answers = { bare: [], aite: [] };
    const pages = { bare: [], aite: [] };
    let peak = 0;
    let slowest = [];
    for (let n = 0; n < REPEAT; n++) {
        say(`rounds over the form, ${n + 1} of ${REPEAT}`);
        const cold = await bare.start(server.origin);
        answers.bare.push(cold.answer);
        pages.bare.push(cold.page);
        times.bare.push(await bare.rounds(server.origin, ROUNDS));
        if (plugged('aite')) {
            const result = await aite.rounds(server.origin, ROUNDS);
            times.aite.push(result.ms);
            answers.aite.push(result.answer);
            pages.aite.push(result.page);
            peak = Math.max(peak, result.peak);
            slowest = byVerb(result.commands);
        }
        for (const [name, peer] of Object.entries(peers)) times[name].push(await peer.rounds(server.origin, ROUNDS));
    }
    server.close();
    return { times: medians(times), answers: medians(answers), pages: medians(pages), peak, slowest };
}

const medians = lists => Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length).map(([name, list]) => [name, median(list)]));

const byVerb = commands => {
    const sums = {};
    for (const { verb, durationMs } of commands) (sums[verb] ??= []).push(durationMs);
    return Object.entries(sums).map(([verb, list]) => ({ verb, ms: median(list) }));
};

async function changes() {
    const result = {};
    const tools = { ...(plugged('aite') && { aite }), ...peers };
    const delays = Object.fromEntries(Object.keys(tools).map(name => [name, []]));
    for (let n = 0; n < Math.max(2, REPEAT >> 1); n++) {
        for (const [name, tool] of Object.entries(tools)) {
            say(`from a change to the next act: ${name}`);
            const server = await serve();
            await tool.changes(server.origin, CHANGES);
            for (let at = 0; at < CHANGES; at++) {
                delays[name].push(server.seen.get(`/change/${at + 1}`) - server.seen.get(`/changed/${at}`));
            }
            server.close();
        }
    }
    for (const [name, list] of Object.entries(delays)) result[name] = median(list);
    return result;
}

async function check() {
    say('aite check over 10,000 scripts');
    const { bytes, results } = await aite.check(10_000);
    return { bytes, ms: median(results.map(result => result.ms)), peak: Math.max(...results.map(result => result.peak)) };
}

function compile() {
    say('from text to IR');
    const output = execFileSync('cargo', ['bench', '--quiet', '-p', 'aite-compiler', '--bench', 'compile'], { encoding: 'utf8' });
    return Object.fromEntries(output.trim().split('\n').map(line => line.split(' ')).map(([name, value]) => [name, Number(value)]));
}

const version = () => execFileSync(CHROMIUM, ['--version'], { encoding: 'utf8' }).trim();
const report = page({
    machine: { cpu: os.cpus()[0].model, cores: os.cpus().length, memory: os.totalmem(), kernel: os.release(), chromium: version(), node: process.version, load: os.loadavg() },
    repeat: REPEAT,
    rounds: wanted('rounds') && await rounds(),
    changes: wanted('changes') && await changes(),
    check: wanted('check') && plugged('aite') && await check(),
    compile: wanted('compile') && plugged('aite') && compile(),
});
console.log(report);
if (options.write) fs.writeFileSync(options.write, report);
