// A batch: from a selection of products over the dry run and a trial to the review.
import type { Batch } from '#client';
import { addBoards, membersOf, shownBatch } from '../boards.ts';
import { button, link, says } from '../find.ts';
import type { Stack } from '../visit.ts';
import { Visitor } from '../visitor.ts';

export function batchFlow(stack: Stack): void {
  const ann = new Visitor(stack, { account: 'once' });
  const batches = async (): Promise<Batch[]> => (await ann.api.listBatches()).data.batches;

  it('writes for all products that match, after it has said for how many, on a few first, and leads to the review', async () => {
    const [first = ''] = await addBoards(ann.person, 'Fenwick', 8);
    await addBoards(ann.person, 'Other', 1);
    const written = await ann.person.generate({
      applicationId: 'product-title',
      inputs: { productId: first },
    });
    await ann.api.acceptGeneration({ path: { id: written.id }, body: {} });
    const { page, visit } = await ann.open('/batches');
    await page.getByText('No batch has been begun yet.').waitFor();
    await page.goto('/console/products?brand=Fenwick');
    await page.getByRole('row').nth(1).getByRole('checkbox').click();
    await button(page, 'Select all 8 that match').click();
    await button(page, 'Write…').click();

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

    await button(page, 'Try on 5 first').click();
    await says(page, 'Completed');
    const trial = await shownBatch(ann);
    expect(trial.counts).toMatchObject({ total: 5, success: 5 });
    await visit.check();
    await page.goBack();
    await page.getByText('kitchen').waitFor();
    await page.getByText('8 texts would be written.').waitFor();
    expect(await page.getByLabel('Only products without an accepted text of this kind').isChecked()).toBe(
      false,
    );
    await button(page, 'Start 8').dblclick();
    await page.waitForURL((url) => /[0-9a-f-]{36}/.test(url.pathname) && !url.pathname.endsWith(trial.id));
    await says(page, 'Completed');
    const { id } = await shownBatch(ann);
    expect(await batches()).toHaveLength(2);
    for (const { environment: settings, productTitle } of await membersOf(ann, id)) {
      expect(settings.model).toBe('offline:composer-1');
      expect(productTitle).toMatch(/Oak board number/i); // or one that an earlier flow has accepted
    }
    await button(page, 'Written 8').waitFor();
    await link(page, 'Review 8').click();
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
