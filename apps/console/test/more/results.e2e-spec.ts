// Results in a real browser: their findings and differences, changed by a person, and reviewed one after the other.
import type { Generation } from '#client';
import type { Person } from '#testing/environment';
import { Stack } from '../visit.ts';
import { Visitor } from '../visitor.ts';
import { importedProduct } from '../writing.ts';

const ASIN = 'B07Y33KYXZ';
/** Writes from the facts of the product alone, so that the check has no reason to refuse it. */
const COMPOSER = 'offline:composer-1';
let productId: string;
const stack = new Stack();
const ann = new Visitor(stack, {
  account: 'once',
  prepare: async (person) => {
    productId = await importedProduct(person, ASIN);
  },
});

/** Makes a person a member of the workspace, and works there. */
async function join(person: Person): Promise<void> {
  const path = { id: ann.person.workspaceId };
  const body = { email: person.email, role: 'editor' } as const;
  const { code = '' } = (await ann.api.createInvitation({ path, body })).data;
  await person.api.acceptInvitation({ body: { code } });
  await person.api.enterWorkspace(path.id);
}

/** Has a title written, by default of the imported product. */
function title(settings: Generation['environment'], inputs: object = { productId }): Promise<Generation> {
  return ann.person.generate({
    applicationId: 'product-title',
    inputs: { ...inputs },
    environment: settings,
  });
}

describe('a result', () => {
  it('shows where the findings are, and each leads to the other', async () => {
    const written = await title({ model: 'sandbox:echo' });
    const { id, checks = [], result } = written;
    const [{ start, end, variant, message }] = checks as [(typeof checks)[number]];
    const { page, visit } = await ann.open(`/generations/${id}`, { colorScheme: 'dark' });
    await page.getByText(message.en).first().waitFor();
    const { text } = (result as { text: string }[])[variant]!;
    expect((await page.locator('mark').allTextContents()).join('')).toContain(text.slice(start, end));
    await page.getByRole('button', { name: '→ in the text' }).first().click();
    await expect(page.evaluate(() => document.activeElement?.id)).resolves.toBe(`mark-${id}-0`);
    await page.getByRole('button', { name: 'Show finding 1' }).click();
    await expect(page.evaluate(() => document.activeElement?.id)).resolves.toBe(`finding-${id}-0`);
    await visit.check();
  });

  it('shows the fact of the sentence at the pointer and at the caret, and says which sentence has none', async () => {
    const { id, claims = [] } = await title({ model: 'sandbox:echo' });
    const [{ evidence }] = claims as [(typeof claims)[number]];
    const { page, visit } = await ann.open(`/generations/${id}`);
    const sources = page.getByRole('region', { name: 'Sources' });
    const facts = sources.getByRole('status');
    const nothing = sources.getByText('Point at a sentence', { exact: false });
    await nothing.waitFor();
    await page.locator('[data-claim="0"]').hover({ position: { x: 4, y: 8 } }); // not between its lines
    await facts.getByText(`← Product: Title “${evidence[0]!.quote}”`).waitFor();
    await visit.check();
    await page.reload();
    await nothing.waitFor();
    await page.keyboard.press('e');
    await page.getByLabel('1: text').press('Control+Home');
    await facts.getByText(evidence[0]!.quote).waitFor();
    expect(visit.problems).toEqual([]);

    const bare = await title({ model: 'sandbox:echo' }, { keywords: ['oak'] });
    const other = await ann.open(`/generations/${bare.id}`);
    const sentence = other.page.locator('[data-claim="0"]');
    await sentence.getByText('no fact').waitFor();
    await sentence.focus();
    await other.page.getByText('No fact was named for this sentence.').waitFor();
    await other.visit.check();
  });

  it('shows the differences of a Chinese text word by word, in words too', async () => {
    const { data: product } = await ann.api.createProduct({
      body: { title: '橡木桌面收纳盒', brand: '木匠' },
    });
    const { id } = await title(
      { model: 'sandbox:echo', language: 'zh-CN' },
      { productId: product.id, keywords: ['六抽屉'] },
    );
    const { page, visit } = await ann.open(`/generations/${id}?view=differences`, {
      locale: 'zh-CN',
      colorScheme: 'dark',
    });
    const added = page.locator('ins').first();
    await added.waitFor();
    expect(await added.textContent()).toMatch(/^新增：/);
    expect(await added.evaluate((one) => one.closest('[lang]')?.getAttribute('lang'))).toBe('zh-CN');
    await visit.check();
  });

  it('is changed by a person, checked, and refused with the reason while it breaks a rule', async () => {
    const { id } = await title({ model: 'sandbox:echo' });
    // What passes the check: it says of the product what is known of it.
    const { result: composed } = await title({ model: COMPOSER });
    const [{ text }] = composed as [{ text: string }];
    const { page, visit } = await ann.open(`/generations/${id}`);
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
    await own.fill(text);
    await page.locator('.mantine-SegmentedControl-label', { hasText: 'Text' }).click();
    await page.waitForURL(/view=text$/);
    await page.getByRole('main').getByRole('link', { name: 'Generations' }).click();
    await page.getByRole('button', { name: 'Stay' }).click();
    await own.press('Control+Enter');
    await page.getByText('Accepted: the product has this text.').waitFor();
    const { review } = (await ann.api.getGeneration({ path: { id } })).data;
    expect(review).toMatchObject({ result: [{ text }] });
  });
});

it('is not rejected by Escape or without a connection, and the reason that a person has typed stays', async () => {
  const { id } = await title({ model: 'sandbox:echo' });
  const { page } = await ann.open(`/generations/${id}`);
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor();
  await page.keyboard.press('r');
  const reason = page.getByRole('dialog').getByRole('textbox');
  await reason.fill('It names no wood.');
  await reason.press('Escape');
  await expect(reason.inputValue()).resolves.toBe('It names no wood.');
  await page.route('**/reject*', (route) => route.abort());
  await reason.press('Control+Enter');
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await expect(reason.inputValue()).resolves.toBe('It names no wood.');
  const closed = Promise.withResolvers<void>();
  await page.unroute('**/reject*');
  await page.route('**/reject*', (route) => closed.promise.then(() => route.abort()));
  await reason.press('Control+Enter');
  await page.locator('.mantine-Modal-close').click();
  closed.resolve();
  await page.getByRole('main').getByRole('alert').waitFor();
  await page.unroute('**/reject*');
  await page.keyboard.press('r');
  await reason.fill('It names no wood.');
  expect(await page.getByRole('dialog').getByRole('alert').count()).toBe(0);
  await reason.press('Control+Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('It names no wood.').waitFor();
  const { review } = (await ann.api.getGeneration({ path: { id } })).data;
  expect(review).toMatchObject({ state: 'REJECTED', reason: 'It names no wood.' });
});

it('is taken back to what stood there before when the answer about it was lost, and it was accepted again', async () => {
  const { id, result } = await title({ model: COMPOSER });
  const [{ text }] = result as [{ text: string }];
  await ann.api.updateProduct({ path: { id: productId }, body: { title: 'A desk before that' } });
  const titleNow = async (): Promise<string> =>
    (await ann.api.getProduct({ path: { id: productId } })).data.title;
  const { page, visit } = await ann.open(`/generations/${id}`);
  await page.getByText('A desk before that').waitFor();
  await page.route('**/accept', (route) => route.fetch().then(() => route.abort()));
  await page.route(`**/generations/${id}`, (route) => route.abort());
  await page.keyboard.press('a');
  await page.getByRole('main').getByRole('alert').waitFor();
  await page.getByText('A desk before that').waitFor({ state: 'detached' }); // the product has been read again
  await expect(titleNow()).resolves.toBe(text);

  await page.unrouteAll();
  await page.keyboard.press('a');
  await page.getByText('Accepted: the product has this text.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Taken back after it was accepted.').waitFor();
  await expect(titleNow()).resolves.toBe('A desk before that');
  await page.getByRole('button', { name: 'Accept', exact: true }).click(); // the same once more is written once more
  await page.getByText('Accepted: the product has this text.').waitFor();
  await expect(titleNow()).resolves.toBe(text);
  await visit.check();
});

it('is taken back by the next try when an earlier one broke off halfway', async () => {
  const { id } = await title({ model: COMPOSER });
  const { page } = await ann.open(`/generations/${id}`);
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  await page.route(`**/products/${productId}`, (route) => route.fetch().then(() => route.abort()));
  await undo.click();
  await page.getByRole('main').getByRole('alert').waitFor();
  await page.unrouteAll();
  await page.route('**/reject*', (route) => route.abort());
  await Promise.all([page.waitForRequest('**/reject*'), undo.click()]);
  await page.getByRole('main').getByRole('alert').waitFor();
  await page.unrouteAll();
  await ann.api.updateProduct({ path: { id: productId }, body: { title: 'A desk after that' } });
  await undo.click();
  await page.getByText('Taken back after it was accepted.').waitFor();
  expect((await ann.api.getProduct({ path: { id: productId } })).data.title).toBe('A desk after that');
});

it('becomes a document once more after that was taken back', async () => {
  const { id } = await title({ model: COMPOSER }, { keywords: ['oak'] });
  const documents = async (): Promise<number> =>
    (
      await ann.api.listGenerations({ query: { review: 'ACCEPTED', applicationId: 'product-title' } })
    ).data.generations.filter(({ review }) => review?.to === 'document').length;
  const { page } = await ann.open(`/generations/${id}`);
  const accept = page.getByRole('button', { name: 'Accept as a new document' });
  await accept.click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Taken back after it was accepted.').waitFor();
  await accept.click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await expect(documents()).resolves.toBe(1);
});

describe('the review', () => {
  it('goes from one result to the next by keys, and a held key accepts none that was not shown', async () => {
    const written = await Promise.all(
      ['short', 'medium', 'long'].map((length) =>
        ann.person.generate({
          applicationId: 'product-description',
          inputs: { productId, length },
          environment: { model: COMPOSER },
        }),
      ),
    );
    expect(written.map(({ status }) => status)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    const accepted = async (): Promise<number> => {
      const { data } = await ann.api.listGenerations({
        query: { applicationId: 'product-description', review: 'ACCEPTED' },
      });
      return data.generations.length;
    };
    const { page, visit } = await ann.open('/review?application=product-description');
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

    const { data } = await ann.api.listGenerations({
      query: { applicationId: 'product-description', review: 'PENDING' },
    });
    const [ben] = await stack.environment.addPeople('ben');
    await join(ben);
    await ben.api.rejectGeneration({ path: { id: data.generations[0]!.id }, body: {} });
    await page.keyboard.press(']');
    await page.getByText('2 of 3').waitFor();
    await page.keyboard.press(']');
    await page.getByText('Another person has decided about this one:', { exact: false }).waitFor();
    await page.getByText('Everything has been reviewed.').waitFor();
    await visit.check();
  });

  it('stays with what a person writes when the answer about an earlier result comes late', async () => {
    await Promise.all([1, 2, 3].map(() => title({ model: COMPOSER })));
    const { page, visit } = await ann.open('/review?application=product-title');
    const late = Promise.withResolvers<void>();
    await page.route('**/accept', async (route) => {
      await late.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Accept and next' }).click();
    for (const place of ['2', '3']) {
      await page.keyboard.press(']');
      await page.getByText(new RegExp(`^${place} of [0-9]`)).waitFor();
    }
    await page.getByRole('button', { name: 'Accept and next' }).waitFor();
    await page.keyboard.press('e');
    const own = page.getByLabel('1: text');
    await own.fill('A desk of oak');
    const readAgain = page.waitForResponse(`**/products/${productId}`);
    late.resolve();
    await readAgain;
    await visit.check();
    await expect(own.inputValue()).resolves.toBe('A desk of oak');
  });
});
