// What the flows of generations share: asking for one, and reading its page.
import type { Locator, Page } from 'playwright-core';

/** The card with this heading, on a page. */
export function card(page: Page, title: string): Locator {
  return page.locator('.mantine-Card-root', { has: page.getByRole('heading', { name: title }) });
}

/** Asks for bullet points by keys alone, of this model. */
export async function write(page: Page, model: string): Promise<void> {
  await page.getByRole('radio', { name: 'Bullet points' }).press('Space');
  await page.getByLabel('Models', { exact: true }).first().focus();
  await page.keyboard.type(model);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/generations\/[0-9a-f-]{36}/);
}
