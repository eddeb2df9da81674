// Batches in a real browser: with failures, within a budget, cancelled, and of an import.
import { readFile } from 'node:fs/promises';
import { each, type BatchRequest } from '#client';
import { until } from '#testing/until';
import { addBoards, membersOf, shownBatch } from '../boards.ts';
import { button, link, row, says } from '../find.ts';
import { PHONE_AT_NIGHT, Stack } from '../visit.ts';
import { Visitor } from '../visitor.ts';

const ann = new Visitor(new Stack(), { account: 'each time' });

/** Waits for the models, and chooses one. */
async function chooseModel(model: string): Promise<void> {
  await ann.page.getByRole('combobox', { name: 'Model' }).fill(model);
  await ann.page.getByRole('option', { name: model, exact: true }).click();
}

/** Loses the answers to requests that begin a batch, unless they name 1,000 products. */
function loseAnswers(): Promise<unknown> {
  return ann.page.route(/\/generations\/batches$/, async (route) => {
    const body = route.request().postDataJSON() as BatchRequest | null;
    if (!body || body.dryRun || body.products.ids?.length === 1000) return route.continue();
    await route.fetch();
    await route.abort();
  });
}

/** Imports 1,002 products as one file, and gives the id of the import. */
async function importBoards(): Promise<string> {
  const rows = Array.from({ length: 1002 }, (_, n) => `Oak board ${n},Hearth`);
  const body = ['title,brand', ',without a title', ...rows].join('\n');
  return (await ann.api.importCsvProducts({ body })).data.id;
}

it('groups the failures of selected products by their reasons, tries them again, and gives a file of all', async () => {
  await addBoards(ann.person, 'Fenwick', 1);
  await addBoards(ann.person, 'Bare', 2, { feature: '', specification: '' });
  await ann.person.importProducts(['B000000001'], 'PL');
  const { page, visit } = await ann.open('/products');
  const rows = page.getByRole('row').filter({ hasText: /Fenwick|Bare|PL/ });
  for (const n of [0, 1, 2, 3]) await rows.nth(n).getByRole('checkbox').check();
  await button(page, 'Write…').click();
  await page.getByText('4 products').waitFor();
  await page.getByRole('radio', { name: 'Bullet points' }).check();
  await page.getByText('4 texts would be written.').waitFor();
  await page.reload();
  await page.getByText('4 products').waitFor();
  await page.getByRole('radio', { name: 'Bullet points' }).check();
  await page.getByText('4 texts would be written.').waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Start 4').waitFor();
  await page.keyboard.press('Control+Enter'); // starts nothing behind a dialog
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expect(button(page, 'Start 4').getAttribute('data-loading')).resolves.toBeNull();
  await page.keyboard.press('Control+Enter');
  await says(page, 'Partly failed');
  const { id } = await shownBatch(ann);
  await page.reload();
  await says(page, 'Partly failed');
  await page.keyboard.press('Tab'); // the focus begins at the start of a page that one opens
  await expect(page.evaluate(() => document.activeElement?.textContent)).resolves.toBe('Skip to the content');
  const reasons = page.getByRole('region', { name: 'Why texts failed' }).getByRole('button');
  await reasons.filter({ hasText: 'InsufficientProductData' }).filter({ hasText: '2 ×' }).waitFor();
  await visit.check();
  await reasons.filter({ hasText: 'UnsupportedLanguage' }).click();
  expect(new URL(page.url()).search).toBe('?show=FAILED&code=UnsupportedLanguage');
  await page.getByRole('region', { name: 'Failed 3' }).waitFor();
  expect(await page.getByRole('row').count()).toBe(2);

  const saved = page.waitForEvent('download');
  await button(page, 'Download CSV').click();
  const csv = await readFile(await (await saved).path(), 'utf8');
  const members = await membersOf(ann, id);
  expect(members).toHaveLength(4);
  expect(csv.trimEnd().split('\r\n')).toHaveLength(5);
  for (const { id: generationId, productId } of members) {
    expect(csv).toContain(`${productId},`);
    expect(csv).toContain(generationId);
  }

  await button(page, 'Written 1').click();
  const written = page.getByRole('row').filter({ hasText: 'solid oak' });
  expect((await written.boundingBox())?.height).toBeLessThan(46); // of a text of several lines, too

  await button(page, 'Retry 3 failed').click();
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  await says(page, 'Failed');
  const retry = await shownBatch(ann);
  expect(retry.counts).toMatchObject({ total: 3, failed: 3 });
  const failed = members.filter((one) => one.status === 'FAILED').map(({ productId }) => productId);
  const again = (await membersOf(ann, retry.id)).map(({ productId }) => productId);
  expect(again.toSorted()).toEqual(failed.toSorted());

  await page.goto('/console/products');
  await page.getByRole('table').waitFor();
  await page.goto('/console/batches/new?selected=4');
  await page.getByText('only known in the tab where that was done').waitFor();
  await visit.check();
});

it('stops when it has cost as much as it may, and when it is cancelled', async () => {
  await addBoards(ann.person, 'Fenwick', 30);
  const { page, visit } = await ann.open('/batches/new?brand=Fenwick');
  await page.getByText('30 texts would be written.').waitFor();
  await chooseModel('sandbox:echo');
  await page.getByText(/^about \$0\.\d+$/).waitFor();
  await page.getByLabel('Stop at (USD)').fill('0.0005');
  await button(page, 'Start 30').click();
  await page.getByText('It has cost as much as it may: what was left is not written.').waitFor();
  const { counts, stopReason } = await shownBatch(ann);
  expect(stopReason).toBe('MaxCostReached');
  expect(counts.success).toBeLessThan(30);
  await visit.check();

  await page.route('**/events', (route) => route.abort()); // without a stream, it is read again and again
  await page.goto('/console/batches/new?brand=Fenwick');
  await chooseModel('sandbox:slow');
  await button(page, 'Start 30').click();
  await page.getByText('You can leave this page: the batch goes on.').waitFor();
  await page.getByRole('banner').getByText('1', { exact: true }).waitFor();
  await visit.check();
  await button(page, 'Cancel what is left').click();
  await says(page, 'Cancelled');
  await page.getByText('It was cancelled before its end.').waitFor();
  expect((await shownBatch(ann)).counts).toMatchObject({ success: 0, waiting: 0, running: 0 });
  expect(visit.problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
});

it('is told to a long list of products that was read before, as is what one decides about a text', async () => {
  await addBoards(ann.person, 'Fenwick', 57);
  const [other = ''] = await addBoards(ann.person, 'Fenwick', 1, { title: 'Elm board' });
  await addBoards(ann.person, 'Fenwick', 2, { title: 'Ash board' });
  const untilPending = (many: number) =>
    until('so many texts wait for review', async () => {
      const query = { applicationId: 'product-title', texts: 'pending' } as const;
      return (await ann.api.countProducts({ query })).data.count === many;
    });
  const { page } = await ann.open('/products');
  const list = page.getByRole('region', { name: 'Products' });
  const pending = page.getByLabel('Product title: waits for review');
  const openList = async (): Promise<void> => {
    await link(page.getByRole('navigation'), 'Products').click();
    await list.waitFor();
    await list.evaluate((element) => element.scrollTo(0, 0));
  };
  await row(page, 'Ash board').first().waitFor();
  await until('the second page is there', async () => {
    await list.evaluate((element) => element.scrollTo(0, 1e6));
    return (await page.getByRole('row').last().getAttribute('aria-rowindex')) === '61';
  });
  await list.evaluate((element) => element.scrollTo(0, 0));
  for (const n of [0, 1]) await row(page, 'Ash board').nth(n).getByRole('checkbox').check();
  await button(page, 'Write…').click();
  await page.getByRole('radio', { name: 'Product title' }).check();
  await page.getByRole('combobox', { name: 'Keywords' }).fill('oak');
  await page.keyboard.press('Control+Enter'); // takes the word, and starts nothing before that is checked
  await until('it is checked', () => button(page, 'Start 2').isEnabled());
  await page.keyboard.press('Control+Enter');
  await says(page, 'Completed');
  const [{ id = '' } = {}] = await membersOf(ann, (await shownBatch(ann)).id);
  expect((await ann.api.getGeneration({ path: { id } })).data.inputs).toMatchObject({ keywords: ['oak'] });
  await untilPending(2);
  await openList();
  await pending.nth(1).waitFor();

  await page.goBack();
  await link(page, 'Review 2').click();
  await page.getByText('1 of 2').waitFor();
  await button(page, 'Reject').click();
  await page.getByLabel('Why (optional)').press('Control+Enter');
  await page.getByText('2 of 2').waitFor();
  await untilPending(1);
  await openList();
  await pending.nth(1).waitFor({ state: 'detached' });
  await pending.waitFor();

  await ann.api.createBatch({ body: { applicationId: 'product-title', products: { ids: [other] } } });
  await untilPending(2);
  await page.route(/\/generations\/batches\?/, async (route) => {
    const { batches } = (await ann.api.listBatches()).data;
    await route.fulfill({ json: { batches: batches.map((one) => ({ ...one, status: 'RUNNING' })) } });
  });
  await until('it is seen while it runs', async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    return (await button(page, '2 pieces of work in progress').count()) > 0;
  });
  const ended = page.getByText('Batch: Completed').first();
  await ended.waitFor({ state: 'detached' }); // that of the batch before
  await page.unrouteAll();
  await ended.waitFor();
  expect(await pending.count()).toBe(1); // no row changes under one's hand
  await link(page.getByRole('navigation'), 'Imports').click();
  await page.getByRole('heading', { name: 'Imports' }).waitFor();
  await openList();
  await pending.nth(1).waitFor();
});

it('writes for what an import has brought, in Chinese on a small screen at night', async () => {
  const { id } = await ann.person.importProducts(['B07Y33KYXZ', 'B000000001', 'B0MISS0001']);
  const { data } = await ann.api.listProducts();
  await ann.api.deleteProduct({ path: { id: data.products[0]!.id } });
  const { page, visit } = await ann.open(`/imports/${id}`, PHONE_AT_NIGHT);
  await link(page, '为这 2 个商品生成').click();
  await page.getByText('2 个商品 来自一次导入').waitFor();
  await page.getByText('将生成 1 份文本。').waitFor();
  await page.getByText('1 个已不存在').waitFor();
  await visit.check();
  await button(page, '开始生成 1 份').click();
  await says(page, '已完成');
  await visit.check();
  await page.getByRole('link', { name: '批次', exact: true }).click();
  await page.getByRole('heading', { name: '批次' }).waitFor();
  await page.getByRole('row').nth(1).waitFor();
  await visit.check();
});

it('begins nothing when more products match than the button says, before that is shown, and a lost batch once', async () => {
  await addBoards(ann.person, 'Fenwick', 3);
  const { page, visit } = await ann.open('/batches/new?brand=Fenwick');
  await page.getByText('3 texts would be written.').waitFor();
  await addBoards(ann.person, 'Fenwick', 2);
  await button(page, 'Start 3').click();
  const alert = page.getByText('There are more than was said: nothing has begun.');
  await alert.waitFor();
  await page.getByText('5 products: Fenwick').waitFor();
  expect((await ann.api.listBatches()).data.batches).toEqual([]);
  await visit.check();
  await page.getByLabel('Leave out what a person has edited').uncheck();
  await alert.waitFor({ state: 'detached' }); // it was about another request
  await loseAnswers();
  await button(page, 'Start 5').click();
  await page.getByText('There is no connection to the service.').waitFor();
  await page.unrouteAll();
  await addBoards(ann.person, 'Fenwick', 2);
  await button(page, /^Start/).click(); // it has begun: nothing is counted again
  await says(page, 'Completed');
  expect((await shownBatch(ann)).counts.total).toBe(5);
});

it('tries again the failures that nobody has deleted, and none when all are', async () => {
  await addBoards(ann.person, 'Bare', 2, { feature: '', specification: '' });
  const products = { filter: { brand: 'Bare' } };
  const { data } = await ann.api.createBatch({ body: { applicationId: 'bullet-points', products } });
  const id = 'id' in data ? data.id : '';
  const { page, visit } = await ann.open(`/batches/${id}`);
  await says(page, 'Failed');
  const remove = async (): Promise<void> => {
    const [one] = await membersOf(ann, id);
    await ann.api.deleteGeneration({ path: { id: one!.id } });
    await page.reload();
    await says(page, 'Failed');
  };
  await remove();
  await until('what is left is tried again', () => button(page, 'Retry 1 failed').isEnabled());
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('2');
  await remove();
  await page.getByText('There is nothing here.').waitFor();
  expect(await button(page, /^Retry/).count()).toBe(0);
  await visit.check();
});

it('writes for all that a long file has brought, as several batches, and once for each', async () => {
  const { page, visit } = await ann.open(`/imports/${await importBoards()}`);
  await link(page, 'Write for the 1,002').click();
  await page.getByText('1,002 products of an import').waitFor();
  await page.getByText('1,002 texts would be written.').waitFor();
  await page.getByText('A batch takes 1,000 of them: several are begun').waitFor();
  await visit.check();
  await loseAnswers();
  await button(page, 'Start 1,002').click();
  await link(page, '1 of 2 batches has begun.').waitFor();
  await page.unrouteAll();
  await button(page, 'Start 1,002').click();
  await page.waitForURL('**/batches');
  const { batches } = (await ann.api.listBatches()).data;
  for (const { id } of batches) await ann.api.cancelBatch({ path: { id } }).catch(() => undefined); // it may have ended
  expect(batches.map(({ counts }) => counts.total).toSorted((a, b) => a - b)).toEqual([2, 1000]);
});

it('begins no batch whose products are all deleted: the others have the whole limit', async () => {
  const id = await importBoards();
  const { page } = await ann.open(`/imports/${id}`);
  await link(page, 'Write for the 1,002').waitFor();
  const pages = each((nextToken) =>
    ann.api.listImportItems({ path: { id }, query: { status: 'success', limit: 100, nextToken } }),
  );
  const ids: string[] = [];
  for await (const { productId = '' } of pages) ids.push(productId);
  for (const gone of ids.slice(-2)) await ann.api.deleteProduct({ path: { id: gone } });
  await link(page, 'Write for the 1,002').click();
  await page.getByText('1,000 texts would be written.').waitFor();
  await page.getByText('2 are no longer there').waitFor();
  await chooseModel('sandbox:echo');
  await page.getByLabel('Stop at (USD)').fill('1');
  await button(page, 'Start 1,000').click();
  const batch = await shownBatch(ann);
  await ann.api.cancelBatch({ path: { id: batch.id } }).catch(() => undefined); // it may have ended
  expect([batch.counts.total, batch.maxCostMicros]).toEqual([1000, 1_000_000]);
});
