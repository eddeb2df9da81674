// Generations in a real browser that come to nothing: stopped, refused at a field, and failed in each way.
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
