// Imports that take long, are long or fail, in a real browser: one looks elsewhere meanwhile, walks by keys, saves all rows,
// and tries again.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { until } from '#testing/until';
import { button, row } from '../find.ts';
import { Stack } from '../visit.ts';
import { Visitor } from '../visitor.ts';

const stack = new Stack();
const ann = new Visitor(stack, { account: 'each time' });

/** Opens an import and waits for its end. */
async function openEnded(page: Page, id: string, status: string): Promise<void> {
  await page.goto(`/console/imports/${id}`);
  await page.getByRole('status').filter({ hasText: status }).waitFor({ timeout: 120_000 });
}

it('shows what runs on every page, and goes on while one looks elsewhere', async () => {
  const { page, visit } = await ann.open('/imports/new');
  await page.getByLabel('ASINs or links to products').fill('B0SLOW0001 B0SLOW0002');
  await page.keyboard.press('Control+Enter');
  await page.getByText('You can leave this page: the import goes on.').waitFor();
  await page.getByText(/^Begun .* by ann · ends by /).waitFor();
  const { pathname } = new URL(page.url());
  await page.getByRole('navigation').getByRole('link', { name: 'Imports' }).click();
  await row(page, 'United States').filter({ hasText: 'ann' }).waitFor();
  await page.getByLabel('Status').selectOption('With failures');
  await page.getByText('No import matches.').waitFor();
  expect(new URL(page.url()).searchParams.get('status')).toBe('PARTIAL,FAILED,CANCELLED');
  await visit.check();
  await button(page, 'Clear the filters').click();
  await row(page, 'United States').waitFor();
  await button(page, '1 piece of work in progress').click();
  await page.getByRole('link', { name: /^Import US/ }).click();
  await page.waitForURL(`**${pathname}`);
  await page.getByRole('status').filter({ hasText: 'Completed' }).waitFor();
  await page.getByText('2 of 2 · 2 ok · 0 failed').waitFor();
  await button(page, '0 pieces of work in progress').waitFor();
  expect(visit.problems).toEqual([]);
});

it('is walked through by keys, and has only the rows in sight in the page', async () => {
  const asins = Array.from({ length: 1000 }, (_, i) => `malformed ${i}`);
  const { data } = await ann.api.importRetailerProducts({ body: { asins } });
  const { page, visit } = await ann.open('/imports');
  await row(page, 'United States').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/imports/${(data as { id: string }).id}`);
  await row(page, 'malformed 0').waitFor();
  const table = page.getByRole('table');
  expect(await table.getAttribute('aria-rowcount')).toBe('1001');

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const focused = (): Promise<string | null> =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex') ?? null);
  expect(await focused()).toBe('3');
  await page.getByRole('region', { name: 'Failed 1,000' }).evaluate((region) => region.scrollTo(0, 1e6));
  await row(page, 'malformed 999').waitFor();
  expect(await page.getByRole('row').count()).toBeLessThanOrEqual(60);
  expect(await focused()).toBe('3'); // scrolling does not take it away
  await page.keyboard.press('k');
  await row(page, 'malformed 0').filter({ hasText: 'InvalidAsin' }).waitFor();
  expect(await focused()).toBe('2');
  await visit.check();

  await page.goBack();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-rowindex') === '2');
});

it('is followed to its end where its stream stays silent', async () => {
  const { page, visit } = await ann.signIn();
  await page.route('**/events', () => undefined); // neither answered nor refused
  const { data } = await ann.api.importRetailerProducts({ body: { asins: ['B0SLOW0001'] } });
  await page.goto(`/console/imports/${(data as { id: string }).id}`);
  await page.getByText('You can leave this page: the import goes on.').waitFor();
  await page.getByRole('status').filter({ hasText: 'Completed' }).waitFor();
  await page.getByText('1 of 1 · 1 ok · 0 failed').waitFor();
  expect(visit.problems).toEqual([]);
});

it('saves all rows of a long file, not only those that are loaded', async () => {
  const body = `title,brand\r\n${',Hearth\r\n'.repeat(1100)}`;
  const { data } = await ann.api.importCsvProducts({ body });
  const { page } = await ann.signIn();
  await openEnded(page, data.id, 'Failed');
  await page.getByText('To try the failed rows again, upload a file with them.').waitFor();
  expect(await button(page, 'Retry failed').count()).toBe(0);
  const saved = page.waitForEvent('download');
  await button(page, 'Download CSV').click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(1101);
  expect(new Set(lines).size).toBe(1101);
});

it('tries again what may succeed, and only that; it follows without a stream too', async () => {
  const asins = ['B0DOWN0001', 'not an asin'];
  const { data } = await ann.api.importRetailerProducts({ body: { asins } });
  const { id } = data as { id: string };
  const { page, visit } = await ann.signIn();
  await page.route('**/events', (route) => route.abort());
  await openEnded(page, id, 'Failed');
  await row(page, 'B0DOWN0001').filter({ hasText: 'SourceUnavailable ↻ may be retried' }).waitFor();
  await row(page, 'not an asin').filter({ hasText: 'InvalidAsin' }).waitFor();
  const saved = page.waitForEvent('download');
  await button(page, 'Download CSV').click();
  expect((await saved).suggestedFilename()).toBe('import-failure.csv');

  await button(page, 'Retry 1 failed').click();
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  await page.getByRole('link', { name: 'Tries the failures of an earlier import again' }).waitFor();
  const retry = await ann.api.getImport({ path: { id: page.url().split('/').at(-1)! } });
  expect(retry.data).toMatchObject({ retryOf: id, items: [{ asin: 'B0DOWN0001' }] });
  await button(page, 'Cancel').click();
  await page.getByRole('status').filter({ hasText: 'Cancelled' }).waitFor();
  expect(visit.problems).toEqual([]);
});

it('takes ASINs out of files beside what is pasted, and of two files the one that was chosen last', async () => {
  const { page, visit } = await ann.open('/imports/new');
  const field = page.getByLabel('ASINs or links to products');
  const input = page.locator('input[type=file]');
  const choose = (name: string, text: string): Promise<void> =>
    input.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await field.fill('B07Y33KYXZ');
  await choose('empty.csv', '');
  await page.getByText('No ASIN was found in empty.csv', { exact: false }).waitFor();
  await visit.check();
  expect(await field.inputValue()).toBe('B07Y33KYXZ');
  await choose('list.csv', 'B000000001\nB000000002');
  await page.getByText('3 ASINs', { exact: true }).waitFor();
  // The same file can be chosen again only if the field has none.
  expect(await input.inputValue()).toBe('');

  await page.evaluate(() => {
    Blob.prototype.arrayBuffer = async function (this: File) {
      if (this.name === 'slow.csv') await new Promise((read) => addEventListener('read', read));
      return new Response(this).arrayBuffer();
    };
  });
  await choose('slow.csv', 'B000000003\nB000000004\nB000000005');
  await choose('quick.csv', 'B000000006');
  await page.getByText('2 ASINs', { exact: true }).waitFor();
  await page.evaluate(async () => {
    dispatchEvent(new Event('read'));
    await new Promise((later) => setTimeout(later, 500));
  });
  expect(await field.inputValue()).toBe('B07Y33KYXZ\nB000000006');
  expect(visit.problems).toEqual([]);
});

it('brings what it has imported into a long list that was read before', async () => {
  const titles = Array.from({ length: 60 }, (_, i) => `Product ${i}`);
  const { data } = await ann.api.importCsvProducts({ body: ['title', ...titles].join('\n') });
  await ann.person.importEnd(data.id);
  const { page } = await ann.open('/products');
  await row(page, 'Product 59').waitFor();
  const list = page.getByRole('region', { name: 'Products' });
  await until('the second page is there', async () => {
    await list.evaluate((element) => element.scrollTo(0, 1e6));
    return (await page.getByRole('row').last().getAttribute('aria-rowindex')) === '61';
  });
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByLabel('ASINs or links to products').fill('B0NEWEST01');
  await page.keyboard.press('Control+Enter');
  await page.getByText('1 of 1 · 1 ok · 0 failed').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Products' }).click();
  await list.waitFor();
  await list.evaluate((element) => element.scrollTo(0, 0));
  await row(page, 'B0NEWEST01').waitFor();
});

it('of a refresh is in the header at once, and its end is told to who edits the product meanwhile', async () => {
  await ann.person.importProducts(['B0SLOW0001']);
  const [product] = (await ann.api.listProducts()).data.products;
  const { page } = await ann.open(`/products/${product!.id}`);
  await button(page, 'Refresh').waitFor();
  await page.keyboard.press('r');
  await button(page, '1 piece of work in progress').waitFor({ timeout: 20_000 });
  await page.keyboard.press('e');
  await page.getByLabel('Brand').waitFor();
  await page.getByText('Fetched again.').waitFor();
});

it('is not read again under an open menu, nor at once when it is closed, and on a laptop without a network too', async () => {
  await ann.person.importProducts(['B0NEWEST01']);
  const { page } = await ann.signIn();
  let reads = 0;
  await page.route(/\/products\/imports\?/, async (route) => {
    reads += 1;
    const { imports } = (await ann.api.listImports()).data;
    await route.fulfill({ json: { imports: imports.map((one) => ({ ...one, status: 'RUNNING' })) } });
  });
  await page.goto('/console/imports');
  await row(page, 'United States').waitFor();
  const isRead = async (): Promise<void> => {
    reads = 0;
    await until('they are read again', () => reads > 0);
  };
  const isNotRead = async (): Promise<void> => {
    await page.waitForTimeout(1000);
    reads = 0;
    await page.waitForTimeout(7000); // the header reads what runs each five seconds
    expect(reads).toBe(0);
  };
  await isRead();
  await button(page, 'Account').click();
  await isNotRead();
  // What is read moves rows, and who closes a menu is about to click one.
  reads = 0;
  await page.keyboard.press('Escape');
  await page.waitForTimeout(1000);
  expect(reads).toBe(0);
  await isRead();
  await page.context().setOffline(true);
  await isRead();
  await page.context().setOffline(false);
});
