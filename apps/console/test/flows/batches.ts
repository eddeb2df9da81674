// A batch: from a selection of products over the dry run and a trial to the review.
import type { Locator, Page } from 'playwright-core';
import type { Batch } from '#client';
import type { Person } from '#testing/environment';
import { addBoards } from '../boards.ts';
import type { Stack, Visit } from '../visit.ts';

export function batchFlow(stack: Stack): void {
  let ann: Person;
  let visit: Visit;
  let page: Page;

  const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
  const link = (name: string | RegExp): Locator => page.getByRole('link', { name });
  const status = (text: string): Promise<void> =>
    page.getByRole('status').filter({ hasText: text }).waitFor();

  const batches = async (): Promise<Batch[]> => (await ann.api.listBatches()).data.batches;
  const membersOf = async (batchId: string) =>
    (await ann.api.listGenerations({ query: { batchId, limit: 100 } })).data.generations;
  /** The batch whose page is open. */
  async function shownBatch(): Promise<Batch> {
    await page.waitForURL(/\/batches\/[0-9a-f-]{36}/);
    return (await ann.api.getBatch({ path: { id: new URL(page.url()).pathname.split('/').at(-1)! } })).data;
  }

  it('writes for all products that match, after it has said for how many, on a few first, and leads to the review', async () => {
    [ann] = await stack.environment.addPeople('ann');
    const [first = ''] = await addBoards(ann, 'Fenwick', 8);
    await addBoards(ann, 'Other', 1);
    const written = await ann.generate({ applicationId: 'product-title', inputs: { productId: first } });
    await ann.api.acceptGeneration({ path: { id: written.id }, body: {} });
    visit = await stack.openAs(ann, '/console/batches');
    page = visit.page;
    await page.getByText('No batch has been begun yet.').waitFor();
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
    expect(visit.problems).toEqual([]);
  });
}
