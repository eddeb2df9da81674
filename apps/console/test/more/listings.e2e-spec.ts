// Listings in a real browser: what a person has changed or accepted stays, whatever fails, appears or is left meanwhile.
import type { Locator, Page } from 'playwright-core';
import type { Generation } from '#client';
import { until } from '#testing/until';
import { button, exactButton } from '../find.ts';
import { Stack } from '../visit.ts';
import { Visitor } from '../visitor.ts';
import { importedProduct } from '../writing.ts';

const ASIN = 'B07Y33KYXZ';

let productId: string;
let listing: Generation;
/** A title that the check lets pass, and that is not the written one. */
let own: string;
const stack = new Stack();
const ann = new Visitor(stack, {
  account: 'each time',
  prepare: async (person) => {
    productId = await importedProduct(person, ASIN);
    listing = await person.generate({ applicationId: 'listing', inputs: { productId } });
    const [title] = (listing.result as Record<string, string>[]).filter(({ part }) => part === 'title');
    own = title!.text!.replace(/,[^,]*$/, '');
    expect(own).not.toBe(title!.text);
  },
});

const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const accepted = (within: Locator): Locator => within.getByText('accepted', { exact: true });
const productNow = async () => (await ann.api.getProduct({ path: { id: productId } })).data;
const recordOf = async (id: string) => (await ann.api.getGeneration({ path: { id } })).data;

/** Opens the listing of the product, which is the only one, and gives its title. */
async function openListing(): Promise<{ page: Page; title: Locator }> {
  const { page } = await ann.open(`/generations/listing?product=${productId}`);
  await page.waitForURL(({ searchParams }) => searchParams.get('generation') === listing.id);
  const title = part(page, 'Title');
  await button(title, 'Accept: Title').waitFor();
  return { page, title };
}

/** Writes an own title, and gives its field. */
async function writeOwn(title: Locator): Promise<Locator> {
  await button(title, 'Edit: Title').click();
  const field = title.getByLabel('Title', { exact: true });
  await field.fill(own);
  await title.getByText('The check noticed nothing.').waitFor();
  return field;
}

it('keeps what a person has changed while the product cannot be read again', async () => {
  const { page, title } = await openListing();
  const field = await writeOwn(title);
  const address = `**/api/v2/products/${productId}`;
  const error = { code: 'InternalFault', message: 'Out of order.' };
  await page.route(address, (route) => route.fulfill({ status: 500, json: { error } }));
  const refusal = page.getByText('Out of order.', { exact: true });
  await until('the product has been read again', async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    return (await refusal.count()) > 0;
  });
  expect([await refusal.count(), await field.count()]).toEqual([1, 1]);
  expect(await field.inputValue()).toBe(own);
  await ann.visit.check();

  await page.unroute(address);
  await exactButton(page, 'Try again').click();
  await refusal.waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe(own);
  await button(title, 'Accept: Title').click();
  await accepted(title).waitFor();
  expect((await productNow()).title).toBe(own);
});

it('keeps the settings that a person has entered when they are folded', async () => {
  const { page, title } = await openListing();
  const settings = page.locator('summary').filter({ hasText: 'What is written, and how' });
  const guidance = page.getByLabel('Guidance', { exact: true });
  await settings.click();
  await guidance.fill('Name the wood first.');
  await settings.click();
  await guidance.waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+Enter'); // writes nothing that is not shown
  await settings.click();
  await expect(guidance.inputValue()).resolves.toBe('Name the wood first.');
  await (await writeOwn(title)).press('Control+Enter'); // accepts it, although the form has the same key
  await accepted(title).waitFor();
  expect((await ann.api.listGenerations()).data.generations).toHaveLength(1);
});

it('says that a change is not checked when the check fails, and checks the next one', async () => {
  const { page, title } = await openListing();
  const address = '**/api/v2/checks';
  await page.route(address, (route) => route.fulfill({ status: 400, json: {} }));
  await button(title, 'Edit: Title').click();
  const field = title.getByLabel('Title', { exact: true });
  await field.fill(own);
  await title.getByText('Not checked, because the check failed.').waitFor();
  await page.unroute(address);
  await field.fill(`${own} `);
  await title.getByText('The check noticed nothing.').waitFor();
});

it('shows the same listing, with what a person has changed, when a newer one appears', async () => {
  const { page, title } = await openListing();
  const field = await writeOwn(title);
  await ann.person.generate({ applicationId: 'listing', inputs: { productId } });
  // Reads the lists of generations again.
  await button(part(page, 'Search terms'), 'Accept: Search terms').click();
  await accepted(part(page, 'Search terms')).waitFor();
  expect((await recordOf(listing.id)).review).toMatchObject({ state: 'ACCEPTED', parts: ['searchTerms'] });
  expect(await field.inputValue()).toBe(own);
  expect(new URL(page.url()).searchParams.get('generation')).toBe(listing.id);
});

it('leaves the editor of a part open while another is accepted, and changes nothing that is being accepted', async () => {
  const { page, title } = await openListing();
  const field = await writeOwn(title);
  const answers = { first: Promise.withResolvers<void>(), second: Promise.withResolvers<void>() };
  const waiting = [answers.first, answers.second];
  await page.route('**/accept', async (route) => {
    await waiting.shift()?.promise;
    await route.continue();
  });
  const terms = part(page, 'Search terms');
  await button(terms, 'Accept: Search terms').click();
  await field.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' x');
  answers.first.resolve();
  await accepted(terms).waitFor();
  await page.keyboard.type('ea');
  expect(await field.inputValue()).toBe(`${own} xea`);
  await field.fill(own);
  await field.press('Control+Enter');
  await title.locator('textarea[readonly]').waitFor();
  await page.keyboard.type(' and more');
  expect(await field.inputValue()).toBe(own);
  answers.second.resolve();
  await accepted(title).waitFor();
  await field.waitFor({ state: 'detached' });
  expect((await productNow()).title).toBe(own);
});

it('takes a part for accepted when only the answer was lost, and takes it back to what stood there before', async () => {
  const before = (await productNow()).title;
  const { page, title } = await openListing();
  await writeOwn(title);
  await page.route('**/accept', (route) => route.fetch().then(() => route.abort()));
  await button(title, 'Accept: Title').click();
  await accepted(title).waitFor();
  expect((await productNow()).title).toBe(own);
  await exactButton(page, 'Undo').click();
  await until('the title is the one from before', async () => (await productNow()).title === before);
  await until(
    'it is not accepted any more',
    async () => (await recordOf(listing.id)).review?.state === 'REJECTED',
  );
});

it('is reviewed part by part, and the review goes on after the last one', async () => {
  const before = (await productNow()).searchTerms;
  const { page } = await ann.open('/review?application=listing');
  const terms = part(page, 'Search terms');
  const announced = page.getByText('Another person has decided', { exact: false });
  await button(terms, 'Accept: Search terms').click();
  await accepted(terms).waitFor();
  expect((await productNow()).searchTerms).not.toBe(before);
  await button(page, 'Undo the last acceptance').waitFor();
  await page.keyboard.press('u');
  await page.getByText('Taken back after it was accepted.').waitFor();
  expect((await productNow()).searchTerms).toBe(before);
  await button(terms, 'Accept: Search terms').click();
  await accepted(terms).waitFor();
  expect(new URL(page.url()).pathname).toContain(`/review/${listing.id}`);
  await page.keyboard.press('Shift+A');
  await page.getByText('Everything has been reviewed.').waitFor();
  expect((await recordOf(listing.id)).review?.parts).toHaveLength(5);
  expect(await announced.count()).toBe(0);
});

it('gives no keys to a part while it is written again', async () => {
  const { page, title } = await openListing();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && pathname.includes('/generations')) asked.push(pathname);
  });
  // Neither answered nor refused: that it has ended does not become known.
  await page.route(/\/generations\/[0-9a-f-]{36}(\/events)?$/, () => undefined);
  await title.focus();
  await page.keyboard.press('w');
  await button(title, 'Write again: Title').waitFor({ state: 'detached' });
  for (const key of ['w', 'e', 'a', '?']) await page.keyboard.press(key);
  const help = page.getByRole('dialog', { name: 'Keys' });
  await help.getByText('Next part').waitFor();
  for (const does of ['Accept the part', 'Edit the part', 'Write the part again'])
    expect(await help.getByText(does).count()).toBe(0);
  expect(asked).toHaveLength(1);
});

it('shows a part as it was written again on the way back too, and accepts nothing older over it', async () => {
  const { page, title } = await openListing();
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/generations'),
  );
  await button(title, 'Write again: Title').click();
  const { id } = (await (await answered).json()) as Generation;
  await ann.person.generationEnd(id);
  await writeOwn(title);
  await button(title, 'Accept: Title').click();
  await accepted(title).waitFor();
  expect((await recordOf(id)).review?.state).toBe('ACCEPTED');

  await page.getByRole('navigation').getByRole('link', { name: 'Batches' }).click();
  await page.getByRole('heading', { name: 'Batches' }).waitFor();
  await page.goBack();
  await accepted(title).waitFor();
  await page.keyboard.press('Shift+A');
  await accepted(part(page, 'Search terms')).waitFor();
  expect((await productNow()).title).toBe(own);
  expect((await recordOf(listing.id)).review?.parts).not.toContain('title');
  await page.reload();
  await accepted(title).waitFor();
});

describe('a first listing', () => {
  let ofBen: string;
  const ben = new Visitor(stack, {
    account: 'once',
    prepare: async (person) => {
      ofBen = await importedProduct(person, ASIN);
    },
  });

  it('is written, edited and accepted part by part by keys, and asks before it replaces what a person wrote', async () => {
    const product = async () => (await ben.api.getProduct({ path: { id: ofBen } })).data;
    const { page, visit } = await ben.open(`/products/${ofBen}`);
    await exactButton(page, 'Write…').waitFor();
    await page.keyboard.press('w');
    await page.waitForURL(/\/generations\/listing\?product=/);
    await exactButton(page, 'Write all').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/generation=/);
    const title = part(page, 'Title');
    await button(title, 'Accept: Title').waitFor();
    const id = new URL(page.url()).searchParams.get('generation')!;
    const listing = async () => (await ben.api.getGeneration({ path: { id } })).data;
    const textsOf = ({ result }: Generation, of: string) =>
      (result as Record<string, string>[]).filter((item) => item.part === of).map((item) => item.text!);
    const written = await listing();
    await part(page, 'Search terms')
      .getByText(/\d+ of \d+ bytes/)
      .waitFor();
    await visit.check();

    await title.focus();
    await page.keyboard.press('e');
    const field = title.getByLabel('Title', { exact: true });
    await field.fill('Best price! Buy now');
    await title.getByText('Promotional wording is not allowed.').first().waitFor();
    expect(await button(title, 'Accept: Title').isDisabled()).toBe(true);
    await visit.check();
    const [text = ''] = textsOf(written, 'title');
    const own = text.replace(/,[^,]*$/, '');
    expect(own).not.toBe(text);
    await field.fill(own);
    await title.getByText('The check noticed nothing.').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('w');
    const question = page.getByRole('dialog', { name: 'Replace your version?' });
    await question.getByText('You have changed: Title.', { exact: false }).waitFor();
    await visit.check();
    await exactButton(question, 'Cancel').click();
    await question.waitFor({ state: 'detached' });
    await page.keyboard.press('a');
    await title.getByText('accepted', { exact: true }).waitFor();
    expect((await product()).title).toBe(own);
    expect((await listing()).review).toMatchObject({ state: 'ACCEPTED', parts: ['title'] });

    await page.keyboard.press('Shift+A');
    await part(page, 'Search terms').getByText('accepted', { exact: true }).waitFor();
    const after = await product();
    expect(after.searchTerms).toBe(textsOf(written, 'searchTerms')[0]);
    expect(after.title).toBe(own);

    await ben.api.updateProduct({ path: { id: ofBen }, body: { description: 'A person wrote this.' } });
    await page.reload();
    await part(page, 'Description').getByText('edited by a person', { exact: false }).waitFor();
    await part(page, 'Title').getByText(own).last().waitFor();
    await button(part(page, 'Description'), 'Accept: Description').click();
    const sure = page.getByRole('dialog', { name: 'Replace what a person wrote?' });
    await exactButton(sure, 'Cancel').click();
    expect((await product()).description).toBe('A person wrote this.');
    await visit.check();
  });
});
