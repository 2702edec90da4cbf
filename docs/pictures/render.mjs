// Draws what a terminal shows as an SVG: aite run … --color always 2>&1 | node render.mjs "aite run …" > red-run.svg
import fs from 'node:fs';

const COLOURS = {
    30: '#484f58', 31: '#ff7b72', 32: '#3fb950', 33: '#d29922', 34: '#58a6ff', 35: '#bc8cff', 36: '#39c5cf', 37: '#b1bac4',
    90: '#8b949e', 91: '#ffa198', 92: '#56d364', 93: '#e3b341', 94: '#79c0ff', 95: '#d2a8ff', 96: '#56d4dd', 97: '#ffffff',
};
const [WIDTH, HEIGHT, MARGIN, SIZE] = [8.43, 20, 20, 14];

const escape = text => text.replace(/[&<>]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c]);

// The 256 colours of a terminal: 16 named ones, a cube, a ramp of greys.
const indexed = n => {
    if (n < 16) return COLOURS[n < 8 ? 30 + n : 82 + n];
    if (n >= 232) return `rgb(${Array(3).fill(8 + (n - 232) * 10)})`;
    const level = value => value ? 55 + value * 40 : 0;
    return `rgb(${[Math.floor((n - 16) / 36), Math.floor((n - 16) / 6) % 6, (n - 16) % 6].map(level)})`;
};

function style(state, codes) {
    for (let at = 0; at < codes.length; at++) {
        const code = codes[at];
        if (code === 0) state = {};
        else if (code === 1) state = { ...state, bold: true };
        else if (code === 2) state = { ...state, dim: true };
        else if (code === 22) state = { ...state, bold: false, dim: false };
        else if (code === 39) state = { ...state, fill: undefined };
        else if (code === 38 && codes[at + 1] === 5) state = { ...state, fill: indexed(codes[at += 2]) };
        else if (COLOURS[code]) state = { ...state, fill: COLOURS[code] };
    }
    return state;
}

function line(text, y) {
    let [state, column, spans] = [{}, 0, ''];
    for (const [, codes, plain] of text.matchAll(/\x1b\[([\d;]*)m|([^\x1b]+)/g)) {
        if (plain === undefined) {
            state = style(state, (codes || '0').split(';').map(Number));
            continue;
        }
        const look = [state.fill && `fill="${state.fill}"`, state.bold && 'font-weight="bold"', state.dim && 'opacity="0.65"'];
        spans += `<tspan x="${(MARGIN + column * WIDTH).toFixed(1)}" ${look.filter(Boolean).join(' ')}>${escape(plain)}</tspan>`;
        column += [...plain].length;
    }
    return { column, svg: `<text y="${y}" xml:space="preserve">${spans}</text>` };
}

const prompt = `\x1b[90m$\x1b[0m \x1b[1m${process.argv[2] ?? ''}\x1b[0m`;
const text = [prompt, ...fs.readFileSync(0, 'utf8').trimEnd().split('\n')];
const lines = text.map((one, index) => line(one, MARGIN + SIZE + index * HEIGHT));
const width = Math.ceil(2 * MARGIN + WIDTH * Math.max(...lines.map(one => one.column)));
const height = 2 * MARGIN + HEIGHT * lines.length;
console.log(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" rx="10" fill="#0d1117"/>
<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="${SIZE}" fill="#e6edf3">
${lines.map(one => one.svg).join('\n')}
</g>
</svg>`);
