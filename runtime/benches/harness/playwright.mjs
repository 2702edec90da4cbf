import { createRequire } from 'node:module';
import { CHROMIUM, SANDBOX } from './process.mjs';
import { ROUND } from './page.mjs';

const { chromium } = createRequire(new URL('../peers/package.json', import.meta.url))('playwright-core');
const launch = () => chromium.launch({ executablePath: CHROMIUM, headless: true, args: SANDBOX });

export async function rounds(origin, count) {
    const browser = await launch();
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${origin}/ready`);
    const began = performance.now();
    for (let n = 0; n < count; n++) {
        await page.goto(`${origin}/form`);
        for (const [label, field] of [['Name', 'name'], ['Email', 'email'], ['City', 'city']]) {
            await page.getByLabel(label).pressSequentially(ROUND[field]);
        }
        await page.getByLabel('I accept the terms').check();
        await page.getByLabel('Country').selectOption(ROUND.country);
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText(ROUND.says, { exact: true }).waitFor();
    }
    const ms = performance.now() - began;
    await browser.close();
    return ms;
}

export async function changes(origin, count) {
    const browser = await launch();
    const page = await (await browser.newContext()).newPage();
    for (let n = 0; n < count; n++) {
        await page.goto(`${origin}/change/${n}`);
        await page.getByText(`Ready ${n}`, { exact: true }).waitFor();
    }
    await page.goto(`${origin}/change/${count}`);
    await browser.close();
}
