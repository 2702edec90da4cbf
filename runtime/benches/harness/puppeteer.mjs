import { createRequire } from 'node:module';
import { CHROMIUM, SANDBOX } from './process.mjs';
import { ROUND } from './page.mjs';

const puppeteer = createRequire(new URL('../peers/package.json', import.meta.url))('puppeteer-core');
const launch = () => puppeteer.launch({ executablePath: CHROMIUM, headless: true, pipe: true, args: SANDBOX });

export async function rounds(origin, count) {
    const browser = await launch();
    const page = await browser.newPage();
    await page.goto(`${origin}/ready`);
    const began = performance.now();
    for (let n = 0; n < count; n++) {
        await page.goto(`${origin}/form`);
        for (const field of ['name', 'email', 'city']) {
            const input = await page.waitForSelector(`[name=${field}]`, { visible: true });
            await input.type(ROUND[field]);
        }
        await page.locator('[name=terms]').click();
        await page.select('select', ROUND.country);
        await page.locator('form button').click();
        await page.waitForFunction(says => document.body.innerText.includes(says), {}, ROUND.says);
    }
    const ms = performance.now() - began;
    await browser.close();
    return ms;
}

export async function changes(origin, count) {
    const browser = await launch();
    const page = await browser.newPage();
    for (let n = 0; n < count; n++) {
        await page.goto(`${origin}/change/${n}`);
        await page.waitForFunction(says => document.body.innerText.includes(says), {}, `Ready ${n}`);
    }
    await page.goto(`${origin}/change/${count}`);
    await browser.close();
}
