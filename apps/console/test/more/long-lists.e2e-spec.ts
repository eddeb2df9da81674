// A long list in a real browser: how little of it is in the page, and how one comes back to one's place in it.
import { until } from '#testing/until';
import { Stack } from '../visit.ts';

/** Many pages of the list; each is loaded when its predecessor has been scrolled through. */
const PRODUCTS = 10_000;
const PER_FILE = 1000;

const stack = new Stack();

it('keeps few rows in the page, and one comes back from a product to the place and the focus', async () => {
  const [ann] = await stack.environment.addPeople('ann');
  for (let first = 0; first < PRODUCTS; first += PER_FILE) {
    const titles = Array.from({ length: PER_FILE }, (_, i) => `Product ${first + i}`);
    const { data } = await ann.api.importCsvProducts({ body: ['title', ...titles].join('\n') });
    expect(await ann.importEnd(data.id)).toMatchObject({ counts: { success: PER_FILE } });
  }
  const visit = await stack.openAs(ann, '/console/products');
  const { page } = visit;
  const rows = page.locator('tbody tr[aria-rowindex]');
  const region = page.getByRole('region', { name: 'Products' });
  const lastIndex = async (): Promise<number> => Number(await rows.last().getAttribute('aria-rowindex'));
  const scrollToEnd = async (): Promise<boolean> => {
    await region.evaluate((element) => (element.scrollTop = element.scrollHeight));
    expect(await rows.count()).toBeLessThanOrEqual(60);
    return (await lastIndex()) === PRODUCTS + 1;
  };
  await until('the last row is in the page', scrollToEnd, {
    withinMs: 180_000,
    everyMs: 10,
  });

  const row = page.locator(`tr[aria-rowindex="${PRODUCTS - 20}"]`);
  await region.evaluate((element, rowsBelow) => (element.scrollTop -= rowsBelow * 44), 20);
  await row.focus();
  const name = await row.getByRole('link').textContent();
  const place = await region.evaluate(({ scrollTop }) => scrollTop);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: name ?? '' }).waitFor();
  await page.goBack();
  await until('the row has the focus', () => row.evaluate((element) => element === document.activeElement));
  expect(await region.evaluate(({ scrollTop }) => scrollTop)).toBe(place);
  await visit.check();
});
