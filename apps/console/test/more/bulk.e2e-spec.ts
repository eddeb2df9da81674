// What is done with many products, in a real browser: others change them meanwhile, and a person leaves while it runs.
import type { Locator, Page } from 'playwright-core';
import { exactButton, link, says } from '../find.ts';
import { Stack } from '../visit.ts';
import { Visitor } from '../visitor.ts';

const stack = new Stack();
const ann = new Visitor(stack, { account: 'each time' });

/** Makes products; gives their ids. */
function create(many: number): Promise<string[]> {
  const one = async (_: unknown, n: number): Promise<string> =>
    (await ann.api.createProduct({ body: { title: `Oak bench ${n}` } })).data.id;
  return Promise.all(Array.from({ length: many }, one));
}

async function count(tag?: string): Promise<number> {
  return (await ann.api.countProducts({ query: tag === undefined ? {} : { tag } })).data.count;
}

/** Selects all products of the list that is open, and asks for something to be done with them. */
async function askFor(page: Page, action: 'Tag' | 'Delete', many: number): Promise<Locator> {
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  await exactButton(page, action).click();
  return dialogOf(page, action, many);
}

const dialogOf = (page: Page, action: string, many: number): Locator =>
  page.getByRole('dialog', { name: `${action} ${many} products` });

it('asks again when more match than it said, and keeps the tag that was typed', async () => {
  await create(3);
  const { page, visit } = await ann.open('/products');
  const askForMatching = async (action: 'Tag' | 'Delete', many: number): Promise<Locator> => {
    await page.getByRole('row').nth(1).getByRole('checkbox').check();
    await exactButton(page, `Select all ${many} that match`).click();
    await exactButton(page, action).click();
    return dialogOf(page, action, many);
  };
  const tagging = await askForMatching('Tag', 3);
  await tagging.getByLabel('Tag to add').fill('Autumn');
  await create(1);
  await exactButton(tagging, 'Tag').click();
  const taggingMore = dialogOf(page, 'Tag', 4);
  await taggingMore.getByText('More than 3 products match; all of them are meant.').waitFor();
  await visit.check();
  expect(await count('Autumn')).toBe(0);
  await exactButton(taggingMore, 'Tag').click();
  await taggingMore.getByText('Done with 4 products.').waitFor();
  expect(await count('Autumn')).toBe(4);

  await page.reload();
  const deleting = await askForMatching('Delete', 4);
  await create(1);
  await exactButton(deleting, 'Delete').click();
  const deletingMore = dialogOf(page, 'Delete', 5);
  await deletingMore.getByText('More than 4 products match; all of them are meant.').waitFor();
  expect(await count()).toBe(5);
  await create(1); // it was not asked about, so it stays
  await exactButton(deletingMore, 'Delete').click();
  await deletingMore.getByText('Done with 5 products.').waitFor();
  expect(await count()).toBe(1);
});

it('brings back only what it deleted itself', async () => {
  const [theirs] = await create(3);
  const { page } = await ann.open('/products');
  const dialog = await askFor(page, 'Delete', 3);
  await ann.api.deleteProduct({ path: { id: theirs! } });
  await exactButton(dialog, 'Delete').click();
  await dialog.getByText('Done with 3 products.').waitFor();
  await page.keyboard.press('Escape');
  const offer = page.getByText(/^\d products? (is|are) deleted\.$/);
  expect(await offer.innerText()).toBe('2 products are deleted.');
  await exactButton(page, 'Undo').click();
  await page.getByText('2 products are back.').waitFor();
  await expect(ann.api.getProduct({ path: { id: theirs! } })).rejects.toMatchObject({ code: 'NotFound' });
  expect(await count()).toBe(2);
});

describe('while it runs', () => {
  /** Begins to delete eight products, of which the first answers are held until `answer`. */
  async function begin(): Promise<{ page: Page; answer: () => void }> {
    await create(8);
    const { page } = await ann.open('');
    await link(page.getByRole('navigation'), 'Products').click();
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    await page.route(/\/api\/v2\/products\/[^/]+$/, async (route) => {
      if (route.request().method() === 'DELETE') await held;
      await route.continue();
    });
    const dialog = await askFor(page, 'Delete', 8);
    await exactButton(dialog, 'Delete').click();
    await says(page, /^0 of 8$/);
    return { page, answer };
  }

  const questionOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Stop', exact: true });

  it('asks before it is left, stops then, and offers to bring back what it deleted so far', async () => {
    const { page, answer } = await begin();
    await page.goBack();
    await questionOf(page).getByText('0 of 8').waitFor();
    await ann.visit.check();
    await exactButton(page, 'Stay').click();
    await page.waitForURL('**/console/products');
    await dialogOf(page, 'Delete', 8).getByText('0 of 8').waitFor();
    const stays = page.waitForEvent('dialog').then((leaving) => leaving.dismiss());
    await page.close({ runBeforeUnload: true });
    await stays;

    await page.goBack();
    await exactButton(questionOf(page), 'Leave').click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    answer();
    await page.getByText('4 products are deleted.').waitFor(); // those that had begun
    await exactButton(page, 'Undo').click();
    await page.getByText('4 products are back.').waitFor();
    expect(await count()).toBe(8);
  });

  it('asks no longer once it has ended, and says how it went', async () => {
    const { page, answer } = await begin();
    await page.goBack();
    await questionOf(page).waitFor();
    answer();
    await dialogOf(page, 'Delete', 8).getByText('Done with 8 products.').waitFor();
    await questionOf(page).waitFor({ state: 'detached' });
    await page.waitForURL('**/console/products');
  });
});
