// Processes that are measured: where Chromium is, how one is started bare, how much memory one has used.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const CHROMIUM = [
    process.env.AITE_CHROME, '/usr/lib/chromium/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium',
].find(file => file && fs.existsSync(file));

export const SANDBOX = process.getuid() === 0 ? ['--no-sandbox'] : [];

export function scratch() {
    return fs.mkdtempSync(path.join(os.tmpdir(), 'aite-bench-'));
}

/** Chromium over its debugging pipe, and nothing else: no waiting, no checks, one message after the other. */
export class Bare {
    static async start() {
        const bare = new Bare();
        bare.folder = scratch();
        bare.child = spawn(CHROMIUM, [
            '--headless=new', '--remote-debugging-pipe', `--user-data-dir=${bare.folder}`, ...SANDBOX,
            '--no-first-run', '--no-default-browser-check', '--disable-background-networking', '--disable-sync',
            '--disable-component-update', '--disable-default-apps', '--disable-extensions', '--metrics-recording-only',
            '--disable-background-timer-throttling', '--disable-renderer-backgrounding',
            '--disable-backgrounding-occluded-windows', '--force-color-profile=srgb', '--mute-audio', '--window-size=1280,720',
        ], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
        bare.waiting = new Map();
        bare.listening = new Map();
        bare.last = 0;
        let rest = [];
        bare.child.stdio[4].on('data', data => {
            for (let end; (end = data.indexOf(0)) >= 0; data = data.subarray(end + 1)) {
                bare.receive(Buffer.concat([...rest, data.subarray(0, end)]).toString());
                rest = [];
            }
            rest.push(data);
        });
        return bare;
    }

    receive(text) {
        const message = JSON.parse(text);
        if (message.id) {
            this.waiting.get(message.id)(message);
            this.waiting.delete(message.id);
        } else {
            this.listening.get(message.method)?.(message.params);
        }
    }

    async send(method, params = {}) {
        const id = ++this.last;
        const answer = new Promise(resolve => this.waiting.set(id, resolve));
        this.child.stdio[3].write(JSON.stringify({ id, method, params, sessionId: this.session }) + '\0');
        const { result, error } = await answer;
        if (error) throw new Error(`${method}: ${error.message}`);
        return result;
    }

    event(method) {
        return new Promise(resolve => this.listening.set(method, resolve));
    }

    /** A blank page that answers. */
    async page() {
        const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
        const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
        this.session = sessionId;
        await this.send('Page.enable');
    }

    /** Opens an address and waits until it has loaded. */
    async open(url) {
        const loaded = this.event('Page.loadEventFired');
        await this.send('Page.navigate', { url });
        await loaded;
    }

    async stop() {
        const gone = new Promise(resolve => this.child.on('exit', resolve));
        this.session = undefined;
        await this.send('Browser.close');
        await gone;
        fs.rmSync(this.folder, { recursive: true, force: true });
    }
}

/** Runs a program to its end. Gives the exit code, the wall time in ms, the peak of its resident memory in MB. */
export function measure(program, args, options = {}) {
    return new Promise((resolve, reject) => {
        const began = performance.now();
        const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
        let peak = 0;
        let output = '';
        child.stdout.on('data', data => output += data);
        child.stderr.on('data', data => output += data);
        const look = () => {
            try {
                const status = fs.readFileSync(`/proc/${child.pid}/status`, 'utf8');
                peak = Math.max(peak, Number(status.match(/VmHWM:\s+(\d+)/)?.[1] ?? 0) / 1024);
            } catch { /* it has just ended */ }
        };
        const timer = setInterval(look, 20);
        child.on('error', reject);
        child.on('exit', code => {
            clearInterval(timer);
            resolve({ code, ms: performance.now() - began, peak, output });
        });
    });
}
