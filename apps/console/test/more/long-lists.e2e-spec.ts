// A long list in a real browser: how little of it is in the page, and how one comes back to one's place in it.
import { until } from '#testing/until';
import { Stack } from '../visit.ts';

/** Some pages of the list; each is loaded when its predecessor has been scrolled through. */
const PRODUCTS = 400;

const stack = new Stack();

it('keeps few rows in the page, and one comes back from a product to the place and the focus', async () => {
  const [ann] = await stack.environment.addPeople('ann');
  await ann.importProducts(Array.from({ length: PRODUCTS }, (_, i) => `B0LONG${String(i).padStart(4, '0')}`));
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
  await until('the last row is in the page', scrollToEnd, { withinMs: 60_000 });

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
}, 120_000);
