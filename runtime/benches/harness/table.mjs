// The figures as a page of the documentation.

const ms = value => value === undefined ? '–' : Math.abs(value) < 100 ? `${value.toFixed(1)} ms` : Math.abs(value) < 1000 ? `${value.toFixed(0)} ms` : `${(value / 1000).toFixed(2)} s`;
const mb = value => `${value.toFixed(1)} MB`;
const times = (a, b) => a === undefined || b === undefined ? '–' : `${(a / b).toFixed(2)} ×`;
const row = (...cells) => `| ${cells.join(' | ')} |`;
const verdict = good => good === undefined || Number.isNaN(good) ? '–' : good ? 'reached' : '**not reached**';

/** A line of the table of goals: what, the figure, the goal, whether it is reached. */
function goals({ rounds, changes, check, compile }) {
    const lines = [];
    if (compile) lines.push(['from text to IR, one core', `${compile['lex-to-ir'].toFixed(0)} MB/s`, 'at least 50 MB/s', compile['lex-to-ir'] >= 50]);
    if (check) {
        lines.push([`\`aite check\` over 10,000 scripts (${(check.bytes / 1e6).toFixed(0)} MB)`, ms(check.ms), 'under 1 s', check.ms < 1000]);
        lines.push(['its peak memory', mb(check.peak), 'that of a file, not of all', check.peak < 40]);
    }
    if (rounds?.times.aite) {
        const { times: of, answers, pages, peak } = rounds;
        lines.push(['12 rounds over a form, against the bare protocol', times(of.aite, of.bare), 'at most 1.30 ×', of.aite <= 1.3 * of.bare]);
        lines.push(['the same, against Playwright', times(of.aite, of.playwright), 'at most 0.50 ×', of.aite <= 0.5 * of.playwright]);
        const late = answers.aite - answers.bare;
        lines.push(["from the start of the process to the first command, above bare Chromium's first answer", ms(late), 'at most 50 ms', late <= 50]);
        lines.push(['from the start of the process to the first page, above bare Chromium', ms(pages.aite - pages.bare), '', undefined]);
        lines.push(['peak memory of the aite process', mb(peak), 'under 40 MB', peak < 40]);
    }
    if (changes?.aite) lines.push(['from a change in the page to the next act', ms(changes.aite), `at most Puppeteer's ${ms(changes.puppeteer)}`, changes.aite <= changes.puppeteer]);
    return lines.map(([what, figure, goal, good]) => row(what, figure, goal, verdict(good)));
}

export function page(found) {
    const { machine, repeat, rounds, changes } = found;
    const names = ['bare', 'aite', 'playwright', 'puppeteer'];
    const parts = [
        '# Performance',
        '`make bench` measures and writes this page. All tools drive the same Chromium on the same machine, one after the other in turns;'
        + ` figures are medians of ${repeat} turns.`,
        [row('machine', ''), row('---', '---'), row('processor', `${machine.cores} cores, ${machine.cpu}`),
            row('memory', `${(machine.memory / 2 ** 30).toFixed(0)} GB`), row('kernel', machine.kernel),
            row('browser', machine.chromium), row('Node for the peers', machine.node),
            row('load at the end (1, 5, 15 minutes)', machine.load.map(value => value.toFixed(1)).join(', '))].join('\n'),
        '## Goals',
        [row('what', 'figure', 'goal', ''), row('---', '---', '---', '---'), ...goals(found)].join('\n'),
    ];
    if (rounds || changes) {
        const cells = (title, of, show) => row(title, ...names.map(name => show(of[name])));
        const table = [row('', 'bare protocol', 'aite', 'Playwright', 'Puppeteer'), row('---', '---', '---', '---', '---')];
        if (rounds) {
            table.push(cells('12 rounds over a form', rounds.times, ms));
            table.push(cells('… as a multiple of the bare protocol', rounds.times, value => times(value, rounds.times.bare)));
            table.push(cells('start to the first command', rounds.answers, ms));
            table.push(cells('start to the first page, loaded', rounds.pages, ms));
        }
        if (changes) table.push(cells('from a change to the next act', changes, ms));
        parts.push('## Side by side', table.join('\n'));
    }
    if (rounds?.slowest.length) {
        parts.push('Median time of each command of aite in those rounds:',
            [row('command', 'time'), row('---', '---'), ...rounds.slowest.map(({ verb, ms: value }) => row(`\`${verb}\``, ms(value)))].join('\n'));
    }
    parts.push(HOW);
    return parts.join('\n\n') + '\n';
}

const HOW = `## What is measured

- **A round over the form**: open a page with 400 links and a form; type 16 characters into each of three fields, tick a box, choose
  an option, press the button, see the answer. The browser runs and shows a page already; the time is that of the rounds alone.
  *Bare protocol* sends the messages that this needs over Chromium's debugging pipe, awaits each answer, and looks at nothing.
  Playwright types with \`pressSequentially\`, Puppeteer with \`type\`: like aite, a key down and a key up for each character.
- **Start**: from the start of the process to the first command, which is as soon as the browser answers; for the bare protocol, to the answer of
  its first message. And to the end of the first load, browser, tab and all.
- **From a change to the next act**: a page changes its text after a while and tells the server in the same turn; the tool waits for the text
  and then opens the next page. The time is taken by the server, between the two requests.
- **Text to IR**: lexing, parsing, checking names and lowering of a script, in one thread.`;
