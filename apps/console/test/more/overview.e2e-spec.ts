// The overview in a real browser: its figures against those of the API, the lists behind them, and a new workspace.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import type { Generation } from '#client';
import type { Person } from '#testing/environment';
import { until } from '#testing/until';
import { link } from '../find.ts';
import { PHONE_AT_NIGHT, Stack } from '../visit.ts';
import { Visitor } from '../visitor.ts';

const stack = new Stack();
const ann = new Visitor(stack, { account: 'once', prepare });

let title: Generation;

const day = (): string => new Date().toISOString().slice(0, 10);
const rows = (page: Page): Locator => page.locator('tbody tr');

/**
 * Imports of which one product is missing, a title that is accepted and then stale, bullet points that wait for a review, a
 * generation that fails without a known cost, and a webhook whose receiver is gone.
 */
async function prepare(person: Person): Promise<void> {
  const { api } = person;
  await person.importProducts(['B07Y33KYXZ', 'B000000001', 'B0MISS0001']);
  const { products } = (await api.listProducts({ query: { asin: 'B07Y33KYXZ' } })).data;
  const { id } = products[0]!;
  const write = (applicationId: string, model: string) =>
    person.generate({ applicationId, inputs: { productId: id }, environment: { model } });
  title = await write('product-title', 'sandbox:echo');
  await write('bullet-points', 'sandbox:echo');
  expect(await write('product-title', 'sandbox:refuses')).toMatchObject({ usage: { costMicros: null } });
  await api.acceptGeneration({ path: title, body: {} });
  await api.updateProduct({ path: { id }, body: { brand: 'Another brand' } });
  await becomesGone(person);
  await until('the title is stale', async () => {
    const query = { texts: 'stale', applicationId: 'product-title' } as const;
    return (await api.countProducts({ query })).data.count === 1;
  });
}

/** Makes a webhook whose receiver answers 410, and waits until it is disabled. */
async function becomesGone({ api }: Person): Promise<void> {
  const receiver = createServer((_, response) => response.writeHead(410).end()).listen(0);
  const url = `http://localhost:${(receiver.address() as AddressInfo).port}/`;
  const { data: path } = await api.createWebhook({ body: { url, types: ['product.created'] } });
  await api.testWebhook({ path });
  await until('the webhook is disabled', async () => !(await api.getWebhook({ path })).data.enabled);
  receiver.close();
}

it('says what the API counts, and each figure leads to its list', async () => {
  const visit = await stack.open();
  const { page } = visit;
  const charts: string[] = [];
  page.on('request', (request) => charts.push(...(/days-chart.*\.js/.exec(request.url()) ?? [])));
  await page.goto('/console/products');
  await visit.fillIn(ann.person);
  await page.getByRole('heading', { name: 'Products' }).waitFor();
  expect(charts).toEqual([]);
  await page.goto('/console/');
  await page.waitForURL('**/console/overview');
  await visit.title('Overview · Shelfscribe');

  const today = Math.floor(Date.now() / 1000);
  const query = { from: today - 29 * 86_400, to: today + 1 };
  const { total } = (await ann.api.getStatistics({ query })).data;
  expect(total).toMatchObject({
    imports: { success: 2, failure: 1 },
    generations: { success: 2, failed: 1 },
  });
  const { count } = (await ann.api.countProducts()).data;
  const figures = page.getByRole('region', { name: 'Figures' });
  for (const figure of [`Products ${count}`, 'Imported 2', 'Written 2', 'Success 66.7%'])
    await link(figures, figure).waitFor();
  const cost = (await link(figures, 'Cost').textContent()) ?? '';
  expect(Number(cost.replace(/[^\d.]/g, ''))).toBeCloseTo(total.costMicros! / 1e6, 4); // rounded
  await figures.getByText('unknown for 1 generation').waitFor();
  await page.getByText('In 30 days, 2 products were imported and 1 failed.').waitFor();
  await page.locator('.recharts-bar-rectangle:visible').first().waitFor();
  expect(charts.length).toBeGreaterThan(0);
  await visit.check();

  const lists: [Locator, RegExp, number][] = [
    [link(figures, `Products ${count}`), /\/products$/, count],
    [link(figures, 'Imported 2'), /\/imports\?since=30$/, 1],
    [link(figures, '1 failed').first(), /\/imports\?since=30&status=PARTIAL/, 1],
    [link(figures, 'Written 2'), /\/generations\?since=30&status=SUCCESS$/, 2],
    [link(figures, '1 failed').last(), /\/generations\?since=30&status=FAILED$/, 1],
    [link(page, '1 stale text: Product title'), /\/products\?texts=stale&application=product-title$/, 1],
    [link(page, '1 webhook was disabled'), /\/settings\/webhooks$/, 1],
    [link(page, '1 item of imports failed: NotFound'), /\/imports\?status=PARTIAL/, 1],
  ];
  for (const [locator, address, count] of lists) {
    await locator.click();
    await page.waitForURL(address);
    await until(`${address} has ${count} rows`, async () => (await rows(page).count()) === count);
    await page.goBack();
  }
  await link(page, '1 result waits for a review').click();
  await page.waitForURL(/\/review\/[0-9a-f-]{36}/);
  await page.goto('/console/overview');
  await page.locator('.recharts-bar-rectangle:visible').first().click();
  await page.waitForURL(`**/imports?day=${day()}`);
  expect(visit.problems).toEqual([]);
});

it('asks for shorter times where one has more points than the API gives at once', async () => {
  const { page } = await ann.signIn();
  await page.route('**/statistics?**', async (route) => {
    const { searchParams } = new URL(route.request().url());
    const days = (Number(searchParams.get('to')) - Number(searchParams.get('from'))) / 86_400;
    const error = { code: 'InvalidArgument', message: 'Too many points.' };
    await (days > 10 ? route.fulfill({ status: 400, json: { error } }) : route.continue());
  });
  await page.goto('/console/overview');
  await link(page.getByRole('region', { name: 'Figures' }), 'Written 2').waitFor();
});

it('moves nothing that one reads when figures come late', async () => {
  const { page, visit } = await ann.signIn();
  const late = Promise.withResolvers<void>();
  await page.route('**/statistics?*', async (route) => {
    await late.promise;
    await route.continue();
  });
  await page.goto('/console/overview');
  await page.locator('main .mantine-Skeleton-root').first().waitFor();
  late.resolve();
  await page.locator('.recharts-bar-rectangle:visible').first().waitFor();
  expect(await visit.shifts()).toBeLessThan(0.02);
});

it('shows the same figures as tables, whose days lead to their lists, for as many days as one wants', async () => {
  const { page, visit } = await ann.open('/overview');
  await page.getByText('Tables', { exact: true }).click();
  await page.getByText('7 days', { exact: true }).click();
  await page.waitForURL(/overview\?(?=.*days=7)(?=.*show=tables)/);
  const table = (name: string): Locator => page.getByRole('table', { name });
  await table('Imports a day').getByRole('row').nth(7).waitFor();
  const first = async (name: string): Promise<string[]> =>
    (await table(name).locator('tbody tr').first().locator('td').allTextContents()).map((text) =>
      text.trim(),
    );
  expect(await first('Imports a day')).toEqual(['2', '1']);
  expect(await first('Generations a day')).toEqual(['2', '1']);
  const { series } = (
    await ann.api.getStatistics({
      query: { from: Date.parse(day()) / 1000, to: Math.floor(Date.now() / 1000) + 1, by: 'model' },
    })
  ).data;
  const echo = series.find(({ key }) => key === 'sandbox:echo')!;
  const tokens = (echo.tokens.input + echo.tokens.output).toLocaleString('en');
  expect((await first('Tokens a day'))[0]).toBe(tokens);
  await table('Tokens a day').getByRole('columnheader', { name: 'sandbox:echo' }).waitFor();
  const by = page.getByLabel('By', { exact: true });
  await by.selectOption('application');
  await table('Cost a day').getByRole('columnheader', { name: 'Bullet points' }).waitFor();
  await by.selectOption('promptVersion');
  await page.waitForURL(/by=promptVersion/);
  const { promptVersion = '' } = title;
  await page
    .getByRole('region', { name: 'Generations by: Prompt version' })
    .getByRole('row', { name: `${promptVersion} 1 ` })
    .waitFor();
  await visit.check();
  await page.reload();
  await table('Imports a day').locator('tbody a').first().click();
  await page.waitForURL(`**/imports?day=${day()}`);
  await until('the import of the day is shown', async () => (await rows(page).count()) === 1);
  const chip = page.getByRole('button', { name: `Remove the filter ${day()} (UTC)` });
  await chip.waitFor();
  await visit.check();
  await page.getByLabel('Begun').selectOption('Last 7 days (UTC)'); // in the place of the day
  await page.waitForURL('**/imports?since=7');
  await chip.waitFor({ state: 'detached' });
});

it('shows a new workspace its first steps, and what has happened on a small screen in the dark', async () => {
  const [ben] = await stack.environment.addPeople('ben');
  const visit = await stack.open(PHONE_AT_NIGHT);
  const { page } = visit;
  await visit.signIn(ben);
  await page.waitForURL('**/console/overview');
  await page.getByRole('heading', { name: '开始使用' }).waitFor();
  expect(await page.getByRole('listitem').filter({ hasText: '已完成' }).count()).toBe(0);
  await visit.check();
  await link(page, '导入商品').click();
  await page.waitForURL('**/imports/new');
  await ben.importProducts(['B07Y33KYXZ']);
  await page.goto('/console/overview');
  await page.getByRole('listitem').filter({ hasText: '已完成' }).filter({ hasText: '导入商品' }).waitFor();
  await page.getByText('30 天内导入了 1 个商品').waitFor();
  await page.locator('.recharts-bar-rectangle:visible').first().waitFor();
  await visit.check();
});
