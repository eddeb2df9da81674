// Products and their imports in a real browser: found, filtered, selected, deleted and restored; from pasted ASINs to what
// became of each, and another try of what failed.
import type { Locator, Page } from 'playwright-core';
import type { Product } from '#client';
import type { Person } from '#testing/environment';
import { PHONE_AT_NIGHT, Stack, type Visit } from './visit.ts';

/** More than one page of the list. The search forgives a typo, so one ASIN is like no other. */
const UNLIKE = 'B0QZXKWVJT';
const ASINS = [...Array.from({ length: 59 }, (_, i) => `B0LIST${String(i).padStart(4, '0')}`), UNLIKE];

let ann: Person;
let visit: Visit;
const stack = new Stack(async (environment) => {
  [ann] = await environment.addPeople('ann');
  await ann.importProducts(ASINS, 'DE');
  await ann.importProducts(['B0JAPAN001'], 'JP');
});

/** The table of products; its rows of products, without that of the headings. */
const rowsOf = (page: Page) =>
  page.getByRole('table', { name: /^(Products|商品)$/ }).locator('tbody tr[aria-rowindex]');

/** Waits until the line above the table says this. */
const says = (page: Page, text: RegExp) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor();

/** Signs Ann in, and opens a page. */
async function open(path: string): Promise<Page> {
  visit = await stack.openAs(ann, path);
  return visit.page;
}

async function create(title: string): Promise<Product> {
  return (await ann.api.createProduct({ body: { title, description: 'One<br>two', keywords: ['oak'] } }))
    .data;
}

describe('the list', () => {
  it('finds products by an address that can be gone back from and shared', async () => {
    visit = await stack.open();
    const { page } = visit;
    await page.goto('/console/products?genre=Retailer&marketplace=DE&since=yesterday');
    await visit.fillIn(ann);
    await says(page, /^60 products$/);
    expect(new URL(page.url()).search).toBe('?genre=Retailer&marketplace=DE'); // without what makes no sense
    expect(await rowsOf(page).count()).toBeLessThan(60);
    await visit.check();

    await page.keyboard.press('/');
    await page.keyboard.type(UNLIKE);
    await says(page, /^1 product$/);
    await page.waitForURL(/q=B0QZXKWVJT/);
    await page.getByRole('row', { name: UNLIKE }).waitFor();

    const other = await visit.openTab();
    await other.goto(page.url());
    await says(other, /^1 product$/);
    await other.getByRole('row', { name: UNLIKE }).waitFor();

    await page.goBack();
    await says(page, /^60 products$/);
    await expect(page.getByRole('searchbox').inputValue()).resolves.toBe('');
    await page.getByRole('button', { name: 'Remove the filter Site: DE' }).click();
    await says(page, /^61 products$/);

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Site').selectOption('JP');
    await visit.check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await says(page, /^1 product$/);
    await expect(page.locator('tbody th bdi').first().getAttribute('lang')).resolves.toBe('ja-JP');
  });

  it('acts on all that match, with the number of the filter', async () => {
    const page = await open('/console/products?marketplace=DE');
    await says(page, /^60 products$/);
    for (const key of ['j', 'x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key);
    await says(page, /· 3 selected/);
    await page.getByRole('button', { name: 'Select all 60 that match' }).click();
    await says(page, /^All 60 that match are selected/);
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Tag 60 products' });
    await dialog.getByLabel('Tag to add').fill('Autumn');
    await visit.check();
    await page.keyboard.press('Enter');
    await dialog.getByText('Done with 60 products.').waitFor();
    await visit.check();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    expect((await ann.api.countProducts({ query: { tag: 'Autumn' } })).data.count).toBe(60);
  });

  it('deletes, and brings back', async () => {
    const { id } = await create('Oak tray to delete');
    const page = await open('/console/products?q=tray');
    await page.getByRole('checkbox', { name: 'Select Oak tray to delete' }).check();
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 1 product' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('Done with 1 product.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('No product matches.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Oak tray to delete' }).click();
    await page.getByRole('heading', { name: 'Oak tray to delete' }).waitFor();

    await ann.api.deleteProduct({ path: { id } });
    await page.reload();
    await page.getByRole('heading', { name: 'There is no such product.' }).waitFor();
    await visit.check();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('heading', { name: 'Oak tray to delete' }).waitFor();
  });
});

describe('an import', () => {
  let ben: Person;
  beforeEach(async () => {
    [ben] = await stack.environment.addPeople('ben');
  });

  const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
  const row = (page: Page, asin: string): Locator => page.getByRole('row').filter({ hasText: asin });

  /** Opens an import and waits for its end. */
  async function openEnded(page: Page, id: string, status: string): Promise<void> {
    await page.goto(`/console/imports/${id}`);
    await page.getByRole('status').filter({ hasText: status }).waitFor({ timeout: 120_000 });
  }

  it('imports what is pasted, once, and says in the language of the reader why an ASIN failed', async () => {
    visit = await stack.open();
    const { page } = visit;
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/import/retailer'))
        keys.push(request.headers()['idempotency-key']);
    });
    await visit.signIn(ben);
    await page.goto('/console/imports');
    await page.getByText('Nothing has been imported yet.').waitFor();
    await visit.check();
    await page.keyboard.press('n');
    await page.waitForFunction(() => document.activeElement?.matches('textarea'));
    await page.keyboard.insertText('B07Y33KYXZ, b000000001 https://www.amazon.com/dp/B0MISS0001 junk');
    await page.getByText('3 ASINs').waitFor();
    await page.getByText('1 malformed').click();
    await page.getByRole('listitem').filter({ hasText: 'junk' }).waitFor();
    await visit.check();
    await page.getByRole('main').getByRole('link', { name: 'Imports' }).click();
    await button(page, 'Stay').click();

    await button(page, 'Import').dblclick();
    await row(page, 'B0MISS0001').filter({ hasText: 'The marketplace does not know this ASIN.' }).waitFor();
    await page.getByRole('status').filter({ hasText: 'Partly failed' }).waitFor();
    expect(new Set(keys).size).toBe(1);
    const { data } = await ben.api.listImports();
    expect(data.imports).toMatchObject([{ counts: { total: 3, success: 2, failure: 1 } }]);
    await visit.check();

    await button(page, 'Ok 2').click();
    await row(page, 'B07Y33KYXZ').getByRole('link').waitFor();
    expect(new URL(page.url()).search).toBe('?items=success');
    await button(page, 'Account').click();
    await page.getByLabel('Language').selectOption('zh');
    await page.keyboard.press('Escape');
    await button(page, '失败 1').click();
    await row(page, 'B0MISS0001').filter({ hasText: '该站点不存在此 ASIN。' }).waitFor();
    await visit.check();
  }, 60_000);

  it('tries again what may succeed, and only that; it follows without a stream too', async () => {
    const asins = ['B0DOWN0001', 'not an asin'];
    const { data } = await ben.api.importRetailerProducts({ body: { asins } });
    const { id } = data as { id: string };
    visit = await stack.open();
    const { page } = visit;
    await page.route('**/events', (route) => route.abort());
    await visit.signIn(ben);
    await openEnded(page, id, 'Failed');
    await row(page, 'B0DOWN0001').filter({ hasText: 'SourceUnavailable ↻ may be retried' }).waitFor();
    await row(page, 'not an asin').filter({ hasText: 'InvalidAsin' }).waitFor();
    const saved = page.waitForEvent('download');
    await button(page, 'Download CSV').click();
    expect((await saved).suggestedFilename()).toBe('import-failure.csv');

    await button(page, 'Retry 1 failed').click();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    await page.getByRole('link', { name: 'Tries the failures of an earlier import again' }).waitFor();
    const retry = await ben.api.getImport({ path: { id: page.url().split('/').at(-1)! } });
    expect(retry.data).toMatchObject({ retryOf: id, items: [{ asin: 'B0DOWN0001' }] });
    await button(page, 'Cancel').click();
    await page.getByRole('status').filter({ hasText: 'Cancelled' }).waitFor();
    expect(visit.problems).toEqual([]);
  }, 120_000);
});

it('can be used in the dark, in Chinese, and 320 px wide', async () => {
  const { products } = (await ann.api.listProducts({ query: { asin: 'B0JAPAN001' } })).data;
  visit = await stack.open(PHONE_AT_NIGHT);
  const { page } = visit;
  await visit.signIn(ann);
  await page.goto('/console/products?marketplace=DE');
  await says(page, /^60 个商品$/);
  await visit.check();
  await page.getByRole('button', { name: '筛选', exact: true }).click();
  await page.getByRole('button', { name: '应用' }).waitFor();
  await visit.check();
  await page.getByRole('button', { name: '应用' }).click(); // below the edge of the window, one scrolls to it
  await says(page, /^60 个商品$/);
  await page.goto(`/console/products/${products[0]?.id}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await visit.check();
  await page.getByRole('button', { name: '编辑' }).click();
  await page.getByRole('button', { name: '保存' }).waitFor();
  await visit.check();
});
