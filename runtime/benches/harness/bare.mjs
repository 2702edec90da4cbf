// The floor: the messages that a round needs, each awaited, without looking whether anything is ready.
import { Bare } from './process.mjs';
import { ROUND } from './page.mjs';

const KEYS = { ' ': 'Space', '@': 'Digit2', '.': 'Period' };
const code = char => KEYS[char] ?? `Key${char.toUpperCase()}`;

export async function rounds(origin, count) {
    const chrome = await Bare.start();
    await chrome.page();
    await chrome.open(`${origin}/ready`);
    const began = performance.now();
    for (let n = 0; n < count; n++) await round(chrome, origin);
    const ms = performance.now() - began;
    const { result } = await chrome.send('Runtime.evaluate', { expression: 'document.querySelector("[role=status]").textContent' });
    await chrome.stop();
    if (result.value !== ROUND.says) throw new Error(`bare: the page says ${result.value}`);
    return ms;
}

async function round(chrome, origin) {
    await chrome.open(`${origin}/form`);
    for (const field of ['name', 'email', 'city']) {
        await click(chrome, `[name=${field}]`);
        await chrome.send('Runtime.evaluate', { expression: 'document.activeElement.select()' });
        for (const char of ROUND[field]) await key(chrome, char);
    }
    await click(chrome, '[name=terms]');
    await chrome.send('Runtime.evaluate', { expression: `{
        const select = document.querySelector('select');
        select.value = ${JSON.stringify(ROUND.country)};
        select.dispatchEvent(new Event('input', { bubbles: true }));
        select.dispatchEvent(new Event('change', { bubbles: true }));
    }` });
    await click(chrome, 'form button');
    await chrome.send('Runtime.evaluate', { expression: 'document.querySelector("[role=status]").textContent', returnByValue: true });
}

async function click(chrome, css) {
    const { result } = await chrome.send('Runtime.evaluate', {
        expression: `(box => [box.x + box.width / 2, box.y + box.height / 2])(document.querySelector(${JSON.stringify(css)}).getBoundingClientRect())`,
        returnByValue: true,
    });
    const [x, y] = result.value;
    const mouse = { x, y, button: 'left', clickCount: 1 };
    await chrome.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
    await chrome.send('Input.dispatchMouseEvent', { type: 'mousePressed', buttons: 1, ...mouse });
    await chrome.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse });
}

async function key(chrome, char) {
    const named = { key: char, code: code(char), windowsVirtualKeyCode: char.toUpperCase().charCodeAt(0) };
    await chrome.send('Input.dispatchKeyEvent', { type: 'keyDown', text: char, ...named });
    await chrome.send('Input.dispatchKeyEvent', { type: 'keyUp', ...named });
}

/** From the start of the process to the browser's first answer, and to its first page. */
export async function start(origin) {
    const began = performance.now();
    const chrome = await Bare.start();
    await chrome.send('Browser.getVersion');
    const answer = performance.now() - began;
    await chrome.page();
    await chrome.open(`${origin}/ready`);
    const page = performance.now() - began;
    await chrome.stop();
    return { answer, page };
}
