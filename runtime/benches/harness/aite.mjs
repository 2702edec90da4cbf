import fs from 'node:fs';
import path from 'node:path';
import { CHROMIUM, measure, scratch } from './process.mjs';
import { ROUND } from './page.mjs';

export const AITE = process.env.AITE_BIN;

/** Runs one script; gives its run.json, the memory, and when the process was started (ms since the epoch). */
async function run(script) {
    const folder = scratch();
    fs.writeFileSync(path.join(folder, 'aite.config.json'), '{}');
    fs.writeFileSync(path.join(folder, 'bench.aite'), script);
    const spawned = Date.now();
    const { code, peak, output } = await measure(AITE, ['run', 'bench.aite', '--browser', CHROMIUM], { cwd: folder });
    const results = path.join(folder, 'results');
    const name = fs.existsSync(results) && fs.readdirSync(results).find(entry => fs.existsSync(path.join(results, entry, 'run.json')));
    if (code !== 0 || !name) throw new Error(`aite ended with ${code}:\n${output}`);
    const report = JSON.parse(fs.readFileSync(path.join(results, name, 'run.json'), 'utf8'));
    fs.rmSync(folder, { recursive: true });
    return { report, peak, spawned };
}

const commands = report => report.steps.flatMap(step => step.commands);

export async function rounds(origin, count) {
    const script = ['test "rounds"', `start ${origin}/ready`];
    for (let n = 0; n < count; n++) {
        script.push(
            `step "round ${n + 1}"`,
            `goto ${origin}/form`,
            `type label:"Name" "${ROUND.name}"`,
            `type label:"Email" "${ROUND.email}"`,
            `type label:"City" "${ROUND.city}"`,
            'check label:"I accept the terms"',
            `select label:"Country" "${ROUND.country}"`,
            'click role:button name:"Save"',
            `verify text:"${ROUND.says}"`,
        );
    }
    const { report, peak, spawned } = await run(script.join('\n'));
    const [start, ...all] = commands(report);
    const ms = all.at(-1).startedMs + all.at(-1).durationMs - all[0].startedMs;
    const answer = Date.parse(report.startedAt) + start.startedMs - spawned;
    return { ms, peak, answer, page: answer + start.durationMs, commands: all };
}

export async function changes(origin, count) {
    const script = ['test "changes"', 'step "one after the other"'];
    for (let n = 0; n < count; n++) {
        script.push(`${n ? 'goto' : 'start'} ${origin}/change/${n}`, `verify text:"Ready ${n}"`);
    }
    script.push(`goto ${origin}/change/${count}`);
    await run(script.join('\n'));
}

/** `aite check` over as many scripts of 2 kB each. */
export async function check(count) {
    const folder = scratch();
    fs.writeFileSync(path.join(folder, 'aite.config.json'), '{}');
    const steps = Array.from({ length: 8 }, (_, n) => [
        `  step "look at part ${n} of the page"`,
        `    click  role:button name:"Open part ${n}"`,
        `    type   label:"Amount"  "${n}00"`,
        `    verify text:"Part ${n} is open"  within:"Parts of the page"`,
        `    verify css:".balance"  number:changed-by  from:before  equals:-${n}  timeout:5s`,
    ].join('\n')).join('\n');
    let bytes = 0;
    for (let n = 0; n < count; n++) {
        const area = path.join(folder, 'scripts', `area-${n % 100}`);
        if (n < 100) fs.mkdirSync(area, { recursive: true });
        const script = `test "script ${n}"\n  covers  J-${n}\n  start   http://localhost:4173/page/${n}\n\n`
            + `  step "begin"\n    capture before css:".balance"\n${steps}\n`;
        bytes += script.length;
        fs.writeFileSync(path.join(area, `script-${n}.aite`), script);
    }
    const results = [];
    for (let n = 0; n < 3; n++) results.push(await measure(AITE, ['check', 'scripts'], { cwd: folder }));
    fs.rmSync(folder, { recursive: true });
    const failed = results.find(result => result.code !== 0);
    if (failed) throw new Error(`aite check ended with ${failed.code}:\n${failed.output.slice(0, 2000)}`);
    return { bytes, results };
}
