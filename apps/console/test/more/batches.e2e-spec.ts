// Batches in a real browser: with failures, within a budget, cancelled, and of an import.
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import type { Batch } from '#client';
import type { Person } from '#testing/environment';
import { addBoards } from '../boards.ts';
import { PHONE_AT_NIGHT, Stack, type Visit } from '../visit.ts';

let ann: Person;
let visit: Visit;
let page: Page;
const stack = new Stack();
beforeEach(async () => {
  [ann] = await stack.environment.addPeople('ann');
});

const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
const link = (name: string | RegExp): Locator => page.getByRole('link', { name });
const status = (text: string): Promise<void> => page.getByRole('status').filter({ hasText: text }).waitFor();

async function open(path: string, options: Parameters<Stack['open']>[0] = {}): Promise<void> {
  visit = await stack.openAs(ann, `/console${path}`, options);
  page = visit.page;
}

/** Waits for the models, and chooses one. */
async function chooseModel(model: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Model' }).fill(model);
  await page.getByRole('option', { name: model }).click();
}

const membersOf = async (batchId: string) =>
  (await ann.api.listGenerations({ query: { batchId, limit: 100 } })).data.generations;
/** The batch whose page is open. */
async function shown(): Promise<Batch> {
  await page.waitForURL(/\/batches\/[0-9a-f-]{36}/);
  return (await ann.api.getBatch({ path: { id: new URL(page.url()).pathname.split('/').at(-1)! } })).data;
}

it('groups the failures of selected products by their reasons, tries them again, and gives a file of all', async () => {
  await addBoards(ann, 'Fenwick', 1);
  await addBoards(ann, 'Bare', 2, { feature: '', specification: '' });
  await ann.importProducts(['B000000001'], 'PL');
  await open('/products');
  const rows = page.getByRole('row').filter({ hasText: /Fenwick|Bare|PL/ });
  for (const n of [0, 1, 2, 3]) await rows.nth(n).getByRole('checkbox').check();
  await button('Write…').click();
  await page.getByText('4 products').waitFor();
  await page.getByRole('radio', { name: 'Bullet points' }).check();
  await page.getByText('4 texts would be written.').waitFor();
  await page.reload();
  await page.getByText('4 products').waitFor();
  await page.getByRole('radio', { name: 'Bullet points' }).check();
  await page.getByText('4 texts would be written.').waitFor();
  await page.keyboard.press('Control+Enter');
  await status('Partly failed');
  const { id } = await shown();
  await page.reload();
  await status('Partly failed');
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
  await button('Download CSV').click();
  const csv = await readFile(await (await saved).path(), 'utf8');
  const members = await membersOf(id);
  expect(members).toHaveLength(4);
  expect(csv.trimEnd().split('\r\n')).toHaveLength(5);
  for (const { id: generationId, productId } of members) {
    expect(csv).toContain(`${productId},`);
    expect(csv).toContain(generationId);
  }

  await button('Written 1').click();
  const written = page.getByRole('row').filter({ hasText: 'solid oak' });
  expect((await written.boundingBox())?.height).toBeLessThan(46); // of a text of several lines, too

  await button('Retry 3 failed').click();
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  await status('Failed');
  const retry = await shown();
  expect(retry.counts).toMatchObject({ total: 3, failed: 3 });
  const failed = members.filter((one) => one.status === 'FAILED').map(({ productId }) => productId);
  const again = (await membersOf(retry.id)).map(({ productId }) => productId);
  expect(again.toSorted()).toEqual(failed.toSorted());

  await page.goto('/console/products');
  await page.getByRole('table').waitFor();
  await page.goto('/console/batches/new?selected=4');
  await page.getByText('only known in the tab where that was done').waitFor();
  await visit.check();
});

it('stops when it has cost as much as it may, and when it is cancelled', async () => {
  await addBoards(ann, 'Fenwick', 30);
  await open('/batches/new?brand=Fenwick');
  await page.getByText('30 texts would be written.').waitFor();
  await chooseModel('sandbox:echo');
  await page.getByText(/^about \$0\.\d+$/).waitFor();
  await page.getByLabel('Stop at (USD)').fill('0.0005');
  await button('Start 30').click();
  await page.getByText('It has cost as much as it may: what was left is not written.').waitFor();
  const { counts, stopReason } = await shown();
  expect(stopReason).toBe('MaxCostReached');
  expect(counts.success).toBeLessThan(30);
  await visit.check();

  await page.route('**/events', (route) => route.abort()); // without a stream, it is read again and again
  await page.goto('/console/batches/new?brand=Fenwick');
  await chooseModel('sandbox:slow');
  await button('Start 30').click();
  await page.getByText('You can leave this page: the batch goes on.').waitFor();
  await page.getByRole('banner').getByText('1', { exact: true }).waitFor();
  await visit.check();
  await button('Cancel what is left').click();
  await status('Cancelled');
  await page.getByText('It was cancelled before its end.').waitFor();
  expect((await shown()).counts).toMatchObject({ success: 0, waiting: 0, running: 0 });
  expect(visit.problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
});

it('writes for what an import has brought, in Chinese on a small screen at night', async () => {
  const { id } = await ann.importProducts(['B07Y33KYXZ', 'B000000001', 'B0MISS0001']);
  const { data } = await ann.api.listProducts();
  await ann.api.deleteProduct({ path: { id: data.products[0]!.id } });
  await open(`/imports/${id}`, PHONE_AT_NIGHT);
  await link('为这 2 个商品生成').click();
  await page.getByText('2 个商品 来自一次导入').waitFor();
  await page.getByText('将生成 1 份文本。').waitFor();
  await page.getByText('1 个已不存在').waitFor();
  await visit.check();
  await button('开始生成 1 份').click();
  await status('已完成');
  await visit.check();
  await page.getByRole('link', { name: '批次', exact: true }).click();
  await page.getByRole('heading', { name: '批次' }).waitFor();
  await page.getByRole('row').nth(1).waitFor();
  await visit.check();
});
