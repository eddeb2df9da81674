// Generations in a real browser: those that come to nothing, stopped, refused or failed; and each kind of content, from its form.
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Generation } from '#client';
import { until } from '#testing/until';
import { PHONE_AT_NIGHT, Stack } from '../visit.ts';
import { Visitor } from '../visitor.ts';
import { card, importedProduct, shownGeneration, write } from '../writing.ts';

const ASIN = 'B07Y33KYXZ';
/** Models that fail, each in its own way, and the code that tells so. */
const FAILURES = {
  'sandbox:rate-limited': 'ModelRateLimited',
  'sandbox:down': 'ModelUnavailable',
  'sandbox:refuses': 'ContentFiltered',
  'sandbox:bad-json': 'InvalidModelOutput',
  'sandbox:cut': 'ModelUnavailable',
};

let productId: string;
const stack = new Stack();
const ann = new Visitor(stack, {
  account: 'once',
  prepare: async (person) => {
    productId = await importedProduct(person, ASIN);
  },
});

describe('a generation', () => {
  it('is stopped with what was written until then', async () => {
    const { page, visit } = await ann.open(`/generations/new?product=${productId}`);
    await write(page, 'sandbox:slow');
    await card(page, 'Written').getByText(/\w{3}/).nth(1).waitFor();
    const other = await stack.open({ locale: 'zh-CN' });
    await other.signIn(ann.person);
    await other.page.getByRole('button', { name: '1 项任务进行中' }).click();
    await other.page.getByRole('link', { name: '生成 五点描述' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('stopped', { exact: true }).waitFor();
    await card(page, 'Written until then, not saved').getByText(/\w{3}/).nth(1).waitFor();
    expect((await shownGeneration(ann)).errorCode).toBe('Cancelled');
    await visit.check();
  });

  it('is refused at the field, with what was entered still there', async () => {
    const { page, visit } = await ann.open(`/generations/new?product=${productId}&application=bullet-points`);
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

  it('is asked for with the word that one has not ended', async () => {
    const { page } = await ann.open('/generations/new?application=product-title');
    await page.getByRole('combobox', { name: 'Keywords' }).fill('oak');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/generations\/[0-9a-f-]{36}/);
    expect((await shownGeneration(ann)).inputs).toMatchObject({ keywords: ['oak'] });
  });

  it('whose text was refused is written again over what a person made of that only after a question', async () => {
    const limit = { field: 'text', unit: 'characters', most: 5 } as const;
    const policy = (await ann.api.createPolicy({ body: { rule: 'LIMIT', severity: 'hard', limit } })).data;
    const { id, draft } = await ann.person.generate({
      applicationId: 'product-title',
      inputs: { productId },
      environment: { model: 'sandbox:echo' },
    });
    await ann.api.deletePolicy({ path: { id: policy.id } });
    expect(draft).toBeDefined();
    const { page, visit } = await ann.open(`/generations/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const own = page.getByLabel('1: text');
    await own.fill('Oak desk');
    const again = page.getByRole('main').getByRole('button', { name: 'Write again' });
    await again.click();
    const question = page.getByRole('dialog', { name: 'Replace your version?' });
    await question.waitFor();
    await visit.check();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(own.inputValue()).resolves.toBe('Oak desk');
    await again.click();
    await question.getByRole('button', { name: 'Write again' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
  });

  it('says in both languages why it failed, and what to do', async () => {
    const body = { applicationId: 'bullet-points', inputs: { productId } };
    const failed = await Promise.all(
      Object.keys(FAILURES).map((model) => ann.person.generate({ ...body, environment: { model } })),
    );
    expect(failed.map(({ errorCode }) => errorCode)).toEqual(Object.values(FAILURES));
    const { page, visit } = await ann.open(`/generations/${failed[0]!.id}`);
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

    const phone = await ann.open(`/generations/${failed[0]!.id}`, PHONE_AT_NIGHT);
    for (const { id, errorMessage } of failed) {
      await phone.page.goto(`/console/generations/${id}`);
      await phone.page.getByText(errorMessage!.zh).waitFor();
    }
    await phone.visit.check();
    await phone.page.goto('/console/generations?status=FAILED');
    await phone.page.getByRole('table', { name: '生成' }).waitFor();
    expect(await phone.page.getByRole('row').count()).toBeGreaterThan(failed.length);
    await phone.visit.check();
  });
});

describe('a kind of content', () => {
  const title = 'Fenwick Oak Desk with Six Drawers, 120 x 60 cm';
  const body = {
    title,
    brand: 'Fenwick',
    description: 'A desk of solid oak, which is oiled twice. It weighs 38 kg.',
    feature: 'Six drawers run on metal rails.\nWipe it clean with a damp cloth.',
    specification: 'Color: Brown\nDimensions: 120 x 60 x 75 cm\nIn the box: Desk, screws, key',
  };
  let deskId: string;

  /** Opens the form of a kind, fills it, and sends it; gives the record once it has ended. */
  async function written(application: string, fill?: (page: Page) => Promise<unknown>): Promise<Generation> {
    deskId ??= (await ann.api.createProduct({ body })).data.id;
    const { page, visit } = await ann.open(`/generations/new?product=${deskId}&application=${application}`);
    await page.waitForFunction(
      (name) => [...document.querySelectorAll('input')].some(({ value }) => value.includes(name)),
      title,
    );
    await fill?.(page);
    await visit.check();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/\/generations\/[0-9a-f-]{36}/);
    await page
      .getByText(/^(done|failed)$/)
      .first()
      .waitFor();
    await visit.check();
    const generation = await shownGeneration(ann);
    await visit.close();
    return generation;
  }
  const choose = async (page: Page, field: string, choice: string): Promise<void> => {
    await page.getByLabel(field).first().click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  };

  it('writes a text again, toward a goal that is named in the language of the page', async () => {
    const chinese = await ann.open('/generations/new?application=rewrite', { locale: 'zh-CN' });
    await choose(chinese.page, '目标', '缩短');
    await choose(chinese.page, '用途', '五点描述');
    await chinese.visit.check();
    await chinese.visit.close();
    const text = 'Sturdy  desk ,made of Oak!!! Six drawers , 120 cm wide';
    const { inputs, status, result } = await written('rewrite', async (page) => {
      await page.getByRole('textbox', { name: 'Text', exact: true }).fill(text);
      await choose(page, 'Goal', 'Correct it');
    });
    expect(inputs).toMatchObject({ text, goal: 'fix' });
    expect(inputs).not.toHaveProperty('for');
    expect([status, typeof result]).toEqual(['SUCCESS', 'string']);
  });

  it('asks and answers, lists attributes, and localises a text of the product', async () => {
    const questions = await written('faq', (page) => page.getByLabel('Count', { exact: true }).fill('3'));
    expect(questions.result).toEqual(
      Array(3).fill({ question: expect.any(String), answer: expect.any(String) }),
    );
    const values = await written('attributes');
    expect(values.result).toContainEqual(
      expect.objectContaining({ name: expect.any(String), quote: expect.any(String) }),
    );
    const localised = await written('localise', async (page) => {
      await choose(page, 'Text of the product', 'Title');
      await choose(page, 'Marketplace', 'UK · www.amazon.co.uk');
    });
    expect(localised).toMatchObject({ inputs: { field: 'title' }, marketplace: 'UK', status: 'SUCCESS' });
  });

  it('for an older document names it, also once it is gone', async () => {
    const [guide] = await Promise.all(
      ['Guide', ...Array.from({ length: 20 }, (_, n) => `Note ${n}`)].map(async (title, n) => {
        await setTimeout(n === 0 ? 0 : 300);
        return (await ann.api.createDocument({ body: { title, content: 'Be brief.' } })).data;
      }),
    );
    const { id: documentId } = guide!;
    const inputs = { keywords: ['oak'] };
    const { id } = await ann.person.generate({ applicationId: 'product-title', inputs, documentId });
    const { page, visit } = await ann.open(`/generations/new?from=${id}`);
    const field = page.getByLabel('Document', { exact: true }).first();
    await until('the document is shown', async () => (await field.inputValue()) === 'Guide');
    await visit.check();
    await ann.api.deleteDocument({ path: { id: documentId } });
    await page.reload();
    await until('its id is shown', async () => (await field.inputValue()) === documentId);
  });

  it('about pictures is offered the models that take them', async () => {
    const { errorCode, environment } = await written('alt-text', async (page) => {
      await page.getByText('offline:composer-1 takes none', { exact: false }).waitFor();
      await page.getByLabel('Models', { exact: true }).first().click();
      await page.getByRole('option', { name: 'sandbox:echo-images' }).click();
      expect(await page.getByRole('option').allTextContents()).toEqual(['sandbox:echo-images']);
      await page.keyboard.press('Escape');
      await page.getByText('takes none', { exact: false }).waitFor({ state: 'detached' });
    });
    expect(environment.model).toBe('sandbox:echo-images');
    expect(errorCode).toBe('InsufficientProductData');
  });
});
