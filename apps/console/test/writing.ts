// What the flows of generations share: a product to write about, asking for a generation, and reading its page.
import type { Locator, Page } from 'playwright-core';
import type { Generation } from '#client';
import type { Person } from '#testing/environment';
import type { Visitor } from './visitor.ts';

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

/** Imports a product, and gives its id. */
export async function importedProduct(person: Person, asin: string): Promise<string> {
  await person.importProducts([asin]);
  const { data } = await person.api.listProducts();
  return data.products[0]!.id;
}

/** The generation whose page a person has open. */
export async function shownGeneration({ api, page }: Visitor): Promise<Generation> {
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  return (await api.getGeneration({ path: { id } })).data;
}
