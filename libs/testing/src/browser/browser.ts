// The real browser of the tests, the measurement and the pictures of the console.
import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';

/** Debian's Chromium; elsewhere an installed Chrome. */
const CHROMIUM = '/usr/bin/chromium-headless-shell';
/** Nothing that asks other hosts. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a browser. */
export function openBrowser(): Promise<Browser> {
  const program = existsSync(CHROMIUM) ? { executablePath: CHROMIUM } : { channel: 'chrome' };
  return chromium.launch({ ...program, args: FLAGS });
}

/** Sends the form of the sign-in, which the page shows. */
export async function fillIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.locator('input[name=email]').fill(account.email);
  await page.locator('input[name=password]').fill(account.password);
  await page.locator('form button[type=submit]').click();
}
