// The keys in a real browser: listed, switched off, to another page by its name, and out of a menu.
import { Stack } from '../visit.ts';
import { Visitor } from '../visitor.ts';

const ann = new Visitor(new Stack(), { account: 'once' });

it('lists the keys, follows them, and lets one switch off those of one letter', async () => {
  await ann.api.createProduct({ body: { title: 'Walnut lamp' } });
  const { page, visit } = await ann.open('/products');
  await page.getByRole('link', { name: 'Walnut lamp' }).first().waitFor();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  for (const does of ['Next row', 'New product', 'Go to: Imports']) await help.getByText(does).waitFor();
  await visit.check();
  await page.keyboard.press('g'); // the page below rests
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('i');
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.getByRole('heading', { name: 'Imports' }).waitFor();

  await page.getByRole('button', { name: 'Keys' }).click();
  await help.getByRole('switch', { name: 'Keys of one letter' }).uncheck();
  await help.getByRole('button', { name: 'Close' }).click();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Keys');
  for (const key of ['g', 'p', '?', 'Control+k']) await page.keyboard.press(key);
  await page.getByRole('dialog', { name: 'Go to' }).waitFor();
  await page.keyboard.press('Escape');
  expect(new URL(page.url()).pathname).toBe('/console/imports');
  expect(await help.count()).toBe(0);
});

it('goes to an area, a form or a product by its name', async () => {
  await ann.api.createProduct({ body: { title: 'Birch crate <b>' } });
  const { page, visit } = await ann.open('/imports/new');
  await page.getByLabel('ASINs or links to products').press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Go to' });
  await dialog.getByRole('option', { name: 'Generations Area' }).waitFor();
  await visit.check();
  await page.keyboard.type('birch');
  await dialog.getByRole('option', { name: 'Birch crate <b> Product' }).first().waitFor();
  await visit.check();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Birch crate <b>' }).waitFor();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('new');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await dialog.getByRole('option', { name: 'New generation', selected: true }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'New import' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('nothing is called so');
  await dialog.getByText('Nothing is called so.').waitFor();
});

it('closes a menu by Esc, and the focus is on its button again', async () => {
  const { page, visit } = await ann.signIn();
  const account = page.getByRole('button', { name: 'Account' });
  await account.press('Enter');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => document.activeElement?.matches('a[href$="/join"]'));
  await visit.check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sign out' }).waitFor({ state: 'hidden' });
  await expect(account.evaluate((one) => one === document.activeElement)).resolves.toBe(true);
});
