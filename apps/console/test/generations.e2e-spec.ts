// Generations in a real browser: written before one's eyes, stopped, failed, compared, accepted and taken back.
import type { Page } from 'playwright-core';
import type { Generation } from '#client';
import type { Person } from '#testing/environment';
import { FaultProxy } from '#testing/neighbours';
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
  visit = await stack.open(...where);
  page = visit.page;
  await visit.signIn(ann);
  await page.goto(`/console${path}`);
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

/** Has a title written, by default of the imported product. */
function title(settings: Generation['environment'], inputs: object = { productId }): Promise<Generation> {
  return ann.generate({ applicationId: 'product-title', inputs: { ...inputs }, environment: settings });
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
  it('shows where the findings are, and each leads to the other', async () => {
    const written = await title({ model: 'offline:composer-1', language: 'de' });
    const { id, checks = [], result } = written;
    const [{ start, end, variant, message }] = checks as [(typeof checks)[number]];
    await open(`/generations/${id}`, { colorScheme: 'dark' });
    await page.getByText(message.en).first().waitFor();
    const { text } = (result as { text: string }[])[variant]!;
    expect((await page.locator('mark').allTextContents()).join('')).toContain(text.slice(start, end));
    await page.getByRole('button', { name: '→ in the text' }).first().click();
    await expect(page.evaluate(() => document.activeElement?.id)).resolves.toBe(`mark-${id}-0`);
    await page.getByRole('button', { name: 'Show finding 1' }).click();
    await expect(page.evaluate(() => document.activeElement?.id)).resolves.toBe(`finding-${id}-0`);
    await visit.check();
  });

  it('shows the differences of a Chinese text word by word, in words too', async () => {
    const { data: product } = await ann.api.createProduct({
      body: { title: '橡木桌面收纳盒', brand: '木匠' },
    });
    const { id } = await title(
      { model: 'sandbox:echo', language: 'zh-CN' },
      { productId: product.id, keywords: ['六抽屉'] },
    );
    await open(`/generations/${id}?view=differences`, { locale: 'zh-CN', colorScheme: 'dark' });
    const added = page.locator('ins').first();
    await added.waitFor();
    expect(await added.textContent()).toMatch(/^新增：/);
    expect(await added.evaluate((one) => one.closest('[lang]')?.getAttribute('lang'))).toBe('zh-CN');
    await visit.check();
  });

  it('is accepted, shown first when the product has changed, and taken back', async () => {
    const { id, result } = await title({ model: 'sandbox:echo' });
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

  it('is changed by a person, checked, and refused with the reason while it breaks a rule', async () => {
    const { id } = await title({ model: 'sandbox:echo' });
    await open(`/generations/${id}`);
    await page.getByRole('button', { name: 'Accept', exact: true }).waitFor();
    await page.keyboard.press('e');
    const own = page.getByLabel('1: text');
    await own.fill('Best price! Buy now');
    await page.getByText('Not checked.').waitFor();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Promotional wording is not allowed.', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Accept', exact: true }).click();
    await page.getByText('InvalidArgument').waitFor();
    await visit.check();
    await own.fill('Plain cotton socks for every day');
    await page.locator('.mantine-SegmentedControl-label', { hasText: 'Text' }).click();
    await page.waitForURL(/view=text$/);
    await page.getByRole('main').getByRole('link', { name: 'Generations' }).click();
    await page.getByRole('button', { name: 'Stay' }).click();
    await own.press('Control+Enter');
    await page.getByText('Accepted: the product has this text.').waitFor();
    expect((await shown()).review).toMatchObject({ result: [{ text: 'Plain cotton socks for every day' }] });
  });
});

describe('the review', () => {
  it('goes from one result to the next by keys, and a held key accepts none that was not shown', async () => {
    const written = await Promise.all(
      ['short', 'medium', 'long'].map((length) =>
        ann.generate({
          applicationId: 'product-description',
          inputs: { productId, length },
          environment: { model: 'sandbox:echo' },
        }),
      ),
    );
    const accepted = async (): Promise<number> => {
      const { data } = await ann.api.listGenerations({
        query: { applicationId: 'product-description', review: 'ACCEPTED' },
      });
      return data.generations.length;
    };
    await open('/review?application=product-description');
    await page.getByText('1 of 3').waitFor();
    const accept = page.getByRole('button', { name: 'Accept and next' });
    await accept.waitFor();
    await visit.check();
    await page.keyboard.down('a');
    await page.getByText('2 of 3').waitFor();
    await accept.waitFor();
    await page.keyboard.down('a');
    await page.keyboard.up('a');
    await expect(accepted()).resolves.toBe(1);

    await page.keyboard.press('r');
    await page.getByLabel('Why (optional)').fill('Too plain.');
    await visit.check();
    await page.keyboard.press('Control+Enter');
    await page.getByText('3 of 3').waitFor();
    await accept.waitFor();
    await page.keyboard.press('u');
    await page.getByText('Taken back after it was accepted.').waitFor();
    await page.getByText('1 of 3').waitFor();
    await expect(accepted()).resolves.toBe(0);
    expect(written).toHaveLength(3);

    const { data } = await ann.api.listGenerations({
      query: { applicationId: 'product-description', review: 'PENDING' },
    });
    await ann.api.rejectGeneration({ path: { id: data.generations[0]!.id }, body: {} });
    await page.keyboard.press(']');
    await page.getByText('2 of 3').waitFor();
    await page.keyboard.press(']');
    await page.getByText('Another person has decided about this one:', { exact: false }).waitFor();
    await page.getByText('Everything has been reviewed.').waitFor();
    await visit.check();
  }, 60_000);
});
