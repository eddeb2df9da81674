// Products in a real browser: acted on by a filter, refreshed, exported, shown, made, edited in two windows, where their texts
// come from, and all of it on a small screen.
import type { Product } from '#client';
import type { Person } from '#testing/environment';
import { until } from '#testing/until';
import { says } from '../find.ts';
import { PHONE_AT_NIGHT, Stack } from '../visit.ts';
import { Visitor } from '../visitor.ts';

const EDITED = 'B0EDIT0001';
const WRITTEN = 'B0WRITE001';
const HOSTILE = '<img src=x onerror=alert(1)>';

const stack = new Stack();
const ann = new Visitor(stack, {
  account: 'once',
  prepare: async (person) => {
    await person.importProducts([EDITED, WRITTEN], 'DE');
    await person.importProducts(['B0JAPAN001'], 'JP');
  },
});

async function create(title: string): Promise<Product> {
  return (await ann.api.createProduct({ body: { title, description: 'One<br>two', keywords: ['oak'] } }))
    .data;
}

/** Signs in a person with more than one page of products, of which 60 are from Germany. */
async function withManyProducts(): Promise<Person> {
  const [ben] = await stack.environment.addPeople('ben');
  const asins = Array.from({ length: 60 }, (_, i) => `B0LIST${String(i).padStart(4, '0')}`);
  await ben.importProducts(asins, 'DE');
  await ben.importProducts(['B0JAPAN001'], 'JP');
  return ben;
}

describe('the list', () => {
  it('acts on all that match, with the number of the filter', async () => {
    const ben = await withManyProducts();
    const visit = await stack.openAs(ben, '/console/products?marketplace=DE');
    const { page } = visit;
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
    expect((await ben.api.countProducts({ query: { tag: 'Autumn' } })).data.count).toBe(60);
  });

  it('ends a selection as soon as other products are wanted, and offers all that match once they are counted', async () => {
    const ben = await withManyProducts();
    const { page } = await stack.openAs(ben, '/console/products?marketplace=DE');
    await says(page, /^60 products$/);
    const firstRow = page.getByRole('row').nth(1).getByRole('checkbox');
    await firstRow.check();
    await page.getByRole('button', { name: 'Select all 60 that match' }).click();
    await says(page, /^All 60 that match are selected/);

    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    await page.route(/\/api\/v2\/products(\/count)?(\?|$)/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Remove the filter Site: DE' }).click();
    await page.waitForURL(({ search }) => search === '');
    await says(page, /^60 products$/);
    expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);
    await firstRow.check();
    await says(page, /^60 products · 1 selected/);
    expect(await page.getByRole('button', { name: /^Select all/ }).count()).toBe(0);
    answer();
    await page.getByRole('row', { name: 'B0JAPAN001' }).waitFor(); // the newest
    await says(page, /^61 products$/);
    await firstRow.check();
    await page.getByRole('button', { name: 'Select all 61 that match' }).waitFor();
  });

  it('refreshes a selection', async () => {
    const { page } = await ann.open('/products?marketplace=JP');
    await page.getByRole('checkbox', { name: 'Select all rows' }).check();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('Import of 1 from JP').waitFor();
  });

  it('exports what the filters choose', async () => {
    const { page } = await ann.open('/products?marketplace=JP');
    await says(page, /^1 product$/);
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'JSON Lines' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('products.jsonl');
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ asin: 'B0JAPAN001' });
  });
});

describe('a product', () => {
  it('shows what others wrote as text, in every part', async () => {
    const { id } = await create(HOSTILE);
    const { page, visit } = await ann.open('/products?genre=Custom');
    await page.getByRole('link', { name: HOSTILE }).click();
    await page.getByRole('heading', { level: 1, name: HOSTILE }).waitFor();
    await visit.title(`${HOSTILE} · Shelfscribe`);
    const description = page.getByRole('region', { name: 'Description' });
    await expect(description.locator('div[dir=auto] br').count()).resolves.toBe(1);
    for (const [key, name] of [
      ['2', 'Facts'],
      ['3', 'Pictures'],
      ['4', 'Generations'],
      ['5', 'Record'],
      ['1', 'Texts'],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByRole('tab', { name, selected: true }).waitFor();
      await visit.check();
    }
    await ann.api.deleteProduct({ path: { id } });
  });

  it('is made once by a double click, and says what is wrong with it at the field', async () => {
    const { page, visit } = await ann.open('/products');
    await says(page, /products$/);
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'New product' }).waitFor();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Oak shelf, made by hand');
    await page.getByLabel('Product page (URL)').fill('nowhere');
    await page.keyboard.press('Control+Enter');
    await page.getByText('1 field is wrong.').waitFor();
    await expect(page.getByLabel('Product page (URL)').getAttribute('aria-invalid')).resolves.toBe('true');
    await visit.check();
    await page.getByLabel('Product page (URL)').fill('https://shop.example/shelf');
    await page.getByRole('button', { name: 'Create' }).dblclick();
    await page.getByRole('heading', { level: 1, name: 'Oak shelf, made by hand' }).waitFor();
    expect((await ann.api.countProducts({ query: { q: 'shelf hand' } })).data.count).toBe(1);
  });

  it('shows both versions when it was changed meanwhile, and loses nothing that was typed', async () => {
    const { products } = (await ann.api.listProducts({ query: { asin: EDITED } })).data;
    const { id } = products[0]!;
    const { page, visit } = await ann.signIn();
    const other = await visit.openTab();
    for (const tab of [page, other]) {
      await tab.goto(`/console/products/${id}`);
      await tab.getByRole('heading', { level: 1 }).waitFor();
      await tab.keyboard.press('e');
    }
    await other.getByRole('textbox', { name: 'Title', exact: true }).fill('Title of the other window');
    await other.getByLabel('Brand').fill('Brand of the other window');
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByRole('heading', { level: 1, name: 'Title of the other window' }).waitFor();

    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Title of mine');
    await page.getByRole('textbox', { name: 'Description', exact: true }).fill('Description of mine');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('It was changed while you wrote').waitFor();
    const title = page.getByRole('group', { name: 'Title' });
    await title.getByText('Title of the other window').waitFor();
    await title.getByText('Title of mine').waitFor();
    await expect(title.getByLabel('Yours').isChecked()).resolves.toBe(true);
    const brand = page.getByRole('group', { name: 'Brand' });
    await expect(brand.getByLabel('As it is now').isChecked()).resolves.toBe(true);
    await visit.check();
    await title.getByLabel('As it is now').check();
    await page.getByRole('button', { name: 'Save what is chosen' }).click();
    const region = page.getByRole('region', { name: 'Description' });
    await region.getByText('Description of mine').waitFor();
    const { data: saved } = await ann.api.getProduct({ path: { id } });
    expect(saved).toMatchObject({
      title: 'Title of the other window',
      brand: 'Brand of the other window',
      description: 'Description of mine',
    });

    await region.getByText('edited by a person').waitFor();
    await region.getByText('What the marketplace says now').click();
    await visit.check();
    await region.getByRole('button', { name: 'Take it back' }).click();
    await region.getByText('imported', { exact: true }).waitFor();
    const { data: given } = await ann.api.getProduct({ path: { id } });
    expect(given).toMatchObject({ edited: expect.not.arrayContaining(['description']) });
  });

  it('tells where its texts come from, and that one is stale', async () => {
    const { products } = (await ann.api.listProducts({ query: { asin: WRITTEN } })).data;
    const { id } = products[0]!;
    const generation = await ann.person.generate({
      applicationId: 'product-title',
      inputs: { productId: id },
    });
    await ann.api.acceptGeneration({ path: { id: generation.id }, body: {} });
    await ann.api.updateProduct({ path: { id }, body: { specification: 'Material: walnut' } });
    await until('the title is stale', async () => {
      const { data } = await ann.api.getProduct({ path: { id } });
      return data.texts?.some(({ state }) => state === 'STALE');
    });
    const { page, visit } = await ann.open(`/products/${id}`);
    await page.getByText(/^Product title was written from version \d+ of the product\./).waitFor();
    const title = page.getByRole('region', { name: 'Title', exact: true });
    await title.getByText('written by an application, accepted').waitFor();
    await title.getByText(/^\d+ of 75$/).waitFor();
    await title.getByText('Product title: stale').waitFor();
    await visit.check();
  });

  it('tells of the decision of somebody else about its text, and asks for nothing while it waits for one', async () => {
    const { id } = await create('Oak bench');
    const inputs = { productId: id };
    const generation = await ann.person.generate({ applicationId: 'product-title', inputs });
    await until('the title waits for a review', async () => {
      const { data } = await ann.api.getProduct({ path: { id } });
      return data.texts?.some(({ state }) => state === 'PENDING');
    });
    const { page } = await ann.signIn();
    await page.clock.install();
    const followed = page.waitForResponse((answer) => answer.url().includes('/events?types='));
    await page.goto(`/console/products/${id}`);
    const title = page.getByRole('region', { name: 'Title', exact: true });
    await title.getByText('Product title: waits for review').waitFor();
    await followed;
    const reads = { sent: 0, ended: 0 };
    const isRead = (request: { url(): string }) => request.url().endsWith(`/api/v2/products/${id}`);
    page.on('request', (request) => (reads.sent += Number(isRead(request))));
    page.on('requestfinished', (request) => (reads.ended += Number(isRead(request))));
    for (let seconds = 0; seconds < 60; seconds += 5) {
      await page.clock.runFor(5000);
      await until('the product was read', () => reads.ended === reads.sent);
    }
    expect(reads.sent).toBeLessThanOrEqual(4); // what was decided just before is told within six seconds
    await ann.api.rejectGeneration({ path: { id: generation.id }, body: {} });
    await title.getByText('Product title: waits for review').waitFor({ state: 'detached' });
  });

  it('asks before a form with changes is left', async () => {
    const { id } = await create('Oak stool');
    const { page, visit } = await ann.open(`/products/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Brand').fill('Fenwick');
    await page.getByRole('main').getByRole('link', { name: 'Products' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await visit.check();
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByLabel('Brand').inputValue()).resolves.toBe('Fenwick');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click(); // nothing is lost
    await page.getByRole('button', { name: 'Edit' }).waitFor();
  });
});

it('can be used in the dark, in Chinese, and 320 px wide', async () => {
  const ben = await withManyProducts();
  const { products } = (await ben.api.listProducts({ query: { asin: 'B0JAPAN001' } })).data;
  const visit = await stack.open(PHONE_AT_NIGHT);
  const { page } = visit;
  await visit.signIn(ben);
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
