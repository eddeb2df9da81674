// Generations in a real browser: written before one's eyes, stopped, failed, accepted and taken
// back; and a batch of them, from a selection of products over the dry run to the review.
import type { Locator, Page } from 'playwright-core';
import type { Batch, Generation } from '#client';
import type { Person } from '#testing/environment';
import { FaultProxy } from '#testing/neighbours';
import { addBoards } from './boards.ts';
import { PHONE_AT_NIGHT, Stack, type Visit } from './visit.ts';

const ASIN = 'B07Y33KYXZ';
/** Models that fail, each in its own way, and the code that tells so. */
const FAILURES = {
  'sandbox:rate-limited': 'ModelRateLimited',
  'sandbox:down': 'ModelUnavailable',
  'sandbox:refuses': 'ContentFiltered',
  'sandbox:bad-json': 'InvalidModelOutput',
  'sandbox:cut': 'ModelUnavailable',
};

let ann: Person;
let productId: string;
let visit: Visit;
let page: Page;
const stack = new Stack(async (environment) => {
  [ann] = await environment.addPeople('ann');
  await ann.importProducts([ASIN]);
  const { data } = await ann.api.listProducts();
  productId = data.products[0]!.id;
});

async function open(path: string, ...where: Parameters<Stack['open']>): Promise<void> {
  visit = await stack.openAs(ann, `/console${path}`, ...where);
  page = visit.page;
}

/** The generation whose page is open. */
async function shown(): Promise<Generation> {
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  return (await ann.api.getGeneration({ path: { id } })).data;
}

/** The texts of the card with this heading, as one reads them. */
function card(title: string) {
  return page.locator('.mantine-Card-root', { has: page.getByRole('heading', { name: title }) });
}

/** Asks for bullet points by keys alone, of this model. */
async function write(model: string): Promise<void> {
  await page.getByRole('radio', { name: 'Bullet points' }).press('Space');
  await page.getByLabel('Models', { exact: true }).first().focus();
  await page.keyboard.type(model);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/generations\/[0-9a-f-]{36}/);
}

describe('a generation', () => {
  it('is asked for by keys, read while it is written, and goes on after its connection was cut', async () => {
    const network = await FaultProxy.open(Number(new URL(stack.environment.baseUrl).port));
    const { sandboxUrl } = stack.environment;
    const baseUrl = `http://localhost:${network.port}/api/v2`;
    await open(`/generations/new?product=${productId}`, {}, { baseUrl, sandboxUrl });
    await page.waitForFunction(
      (asin) => [...document.querySelectorAll('input')].some(({ value }) => value.includes(asin)),
      ASIN,
    );
    await visit.check();
    await write('sandbox:slow');
    await page.getByText('writing', { exact: true }).waitFor();
    const written = card('Written');
    await written.getByText(/\w{3}/).nth(1).waitFor();
    const resumed = page.waitForRequest((request) => request.headers()['last-event-id'] !== undefined);
    network.silence();
    network.breakSilent();
    await resumed;
    await page.getByText('done', { exact: true }).waitFor({ timeout: 60_000 });
    const { result, usage, environment: settings } = await shown();
    expect(settings.model).toBe('sandbox:slow');
    for (const { header, text } of result as { header?: string; text: string }[]) {
      const whole = [header, text].filter(Boolean).join(': ');
      expect(await written.getByText(whole).count()).toBe(1);
    }
    const [input, output] = [usage!.inputTokens!, usage!.outputTokens!].map((tokens) =>
      tokens.toLocaleString('en'),
    );
    await page.getByText(`${input} tokens in, ${output} out`).waitFor();
    await page.getByText('cost unknown').waitFor();
    visit.problems.splice(0); // what the browser says about the connection
    await visit.check();
    await network.close();
  }, 120_000);

  it('is stopped with what was written until then', async () => {
    await open(`/generations/new?product=${productId}`);
    await write('sandbox:slow');
    await card('Written').getByText(/\w{3}/).nth(1).waitFor();
    const other = await stack.open({ locale: 'zh-CN' });
    await other.signIn(ann);
    await other.page.getByRole('button', { name: '1 项任务进行中' }).click();
    await other.page.getByRole('link', { name: '生成 五点描述' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('stopped', { exact: true }).waitFor();
    await card('Written until then, not saved').getByText(/\w{3}/).nth(1).waitFor();
    expect((await shown()).errorCode).toBe('Cancelled');
    await visit.check();
  }, 60_000);

  it('is refused at the field, with what was entered still there', async () => {
    await open(`/generations/new?product=${productId}&application=bullet-points`);
    await page.getByLabel('Count', { exact: true }).fill('9');
    await page.keyboard.press('Control+Enter');
    await page.getByText('1 field is wrong.').waitFor();
    expect(await page.getByLabel('Count', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await visit.check();
    await page.getByRole('main').getByRole('link', { name: 'Generations' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await visit.check();
    await page.getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByLabel('Count', { exact: true }).inputValue()).toBe('9');
  });

  it('says in both languages why it failed, and what to do', async () => {
    const body = { applicationId: 'bullet-points', inputs: { productId } };
    const failed = await Promise.all(
      Object.keys(FAILURES).map((model) => ann.generate({ ...body, environment: { model } })),
    );
    expect(failed.map(({ errorCode }) => errorCode)).toEqual(Object.values(FAILURES));
    await open(`/generations/${failed[0]!.id}`);
    for (const { id, errorCode, errorMessage } of failed) {
      await page.goto(`/console/generations/${id}`);
      await page.getByText(errorMessage!.en).waitFor();
      await page.getByText(errorCode!, { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Write again' }).waitFor();
    }
    await visit.check();
    await page.getByRole('link', { name: 'Change the inputs' }).click();
    await page.getByRole('heading', { name: 'New generation' }).waitFor();
    await page.getByText('sandbox:cut').first().waitFor();
    await visit.close();

    await open(`/generations/${failed[0]!.id}`, PHONE_AT_NIGHT);
    for (const { id, errorMessage } of failed) {
      await page.goto(`/console/generations/${id}`);
      await page.getByText(errorMessage!.zh).waitFor();
    }
    await visit.check();
    await page.goto('/console/generations?status=FAILED');
    await page.getByRole('table', { name: '生成' }).waitFor();
    expect(await page.getByRole('row').count()).toBeGreaterThan(failed.length);
    await visit.check();
  }, 120_000);
});

describe('a result', () => {
  it('is accepted, shown first when the product has changed, and taken back', async () => {
    const { id, result } = await ann.generate({
      applicationId: 'product-title',
      inputs: { productId },
      environment: { model: 'sandbox:echo' },
    });
    const [{ text }] = result as [{ text: string }];
    const titleNow = async (): Promise<string> =>
      (await ann.api.getProduct({ path: { id: productId } })).data.title;
    const imported = await titleNow();
    await open(`/generations/${id}`);
    await card('Now on the product').getByText(imported).waitFor();
    await ann.api.updateProduct({ path: { id: productId }, body: { title: 'Edited by somebody else' } });
    await page.keyboard.press('a');
    await page.getByText('The product has changed since this page showed it.', { exact: false }).waitFor();
    await card('Now on the product').getByText('Edited by somebody else').waitFor();
    await expect(titleNow()).resolves.toBe('Edited by somebody else');
    await visit.check();

    await page.getByRole('button', { name: 'Accept all the same' }).click();
    await page.getByText('Accepted: the product has this text.').waitFor();
    await expect(titleNow()).resolves.toBe(text);
    await visit.check();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Taken back after it was accepted.').waitFor();
    await expect(titleNow()).resolves.toBe('Edited by somebody else');
  });
});

describe('a batch', () => {
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
  const link = (name: string | RegExp): Locator => page.getByRole('link', { name });
  const status = (text: string): Promise<void> =>
    page.getByRole('status').filter({ hasText: text }).waitFor({ timeout: 40_000 });

  const batches = async (): Promise<Batch[]> => (await ann.api.listBatches()).data.batches;
  const membersOf = async (batchId: string) =>
    (await ann.api.listGenerations({ query: { batchId, limit: 100 } })).data.generations;
  /** The batch whose page is open. */
  async function shownBatch(): Promise<Batch> {
    await page.waitForURL(/\/batches\/[0-9a-f-]{36}/);
    return (await ann.api.getBatch({ path: { id: new URL(page.url()).pathname.split('/').at(-1)! } })).data;
  }

  it('writes for all products that match, after it has said for how many, on a few first, and leads to the review', async () => {
    const [first = ''] = await addBoards(ann, 'Fenwick', 8);
    await addBoards(ann, 'Other', 1);
    const written = await ann.generate({ applicationId: 'product-title', inputs: { productId: first } });
    await ann.api.acceptGeneration({ path: { id: written.id }, body: {} });
    await open('/batches');
    await page.getByText('No batch has been begun yet.').waitFor();
    await visit.check();
    await page.goto('/console/products?brand=Fenwick');
    await page.getByRole('row').nth(1).getByRole('checkbox').click();
    await button('Select all 8 that match').click();
    await button('Write…').click();

    await page.getByText('8 products: Fenwick').waitFor();
    expect(new URL(page.url()).search).toBe('?brand=Fenwick');
    await page.getByText('7 texts would be written.').waitFor();
    await page.getByText('1 has an accepted text').waitFor();
    await visit.check();
    await page.getByLabel('Only products without an accepted text of this kind').uncheck();
    await page.getByText('8 texts would be written.').waitFor();
    await page.getByRole('combobox', { name: 'Keywords' }).fill('kitchen');
    await page.keyboard.press('Enter');
    await page.getByText('8 texts would be written.').waitFor();
    expect(await batches()).toEqual([]);

    await button('Try on 5 first').click();
    await status('Completed');
    const trial = await shownBatch();
    expect(trial.counts).toMatchObject({ total: 5, success: 5 });
    await visit.check();
    await page.goBack();
    await page.getByText('kitchen').waitFor();
    await page.getByText('8 texts would be written.').waitFor();
    expect(await page.getByLabel('Only products without an accepted text of this kind').isChecked()).toBe(
      false,
    );
    await button('Start 8').dblclick();
    await page.waitForURL((url) => /[0-9a-f-]{36}/.test(url.pathname) && !url.pathname.endsWith(trial.id));
    await status('Completed');
    const { id } = await shownBatch();
    expect(await batches()).toHaveLength(2);
    for (const { environment: settings, productTitle } of await membersOf(id)) {
      expect(settings.model).toBe('offline:composer-1');
      expect(productTitle).toContain('Oak board number');
    }
    await button('Written 8').waitFor();
    await link('Review 8').click();
    await page.getByText('1 of 8').waitFor();
    expect(new URL(page.url()).search).toBe(`?batch=${id}`);

    await page.goto('/console/batches');
    await page.getByRole('row').nth(2).waitFor();
    await visit.check();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/batches/${id}`);
  }, 120_000);
});
