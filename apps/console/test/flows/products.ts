// Products: found by addresses that can be shared, edited, deleted and restored.
import type { Page } from 'playwright-core';
import type { Product } from '#client';
import { says } from '../find.ts';
import type { Stack } from '../visit.ts';
import { Visitor } from '../visitor.ts';

/** The search forgives a typo, so one ASIN is like no other. */
const UNLIKE = 'B0QZXKWVJT';
/** Together more rows than the list keeps in the page. */
const ASINS = [...Array.from({ length: 59 }, (_, i) => `B0LIST${String(i).padStart(4, '0')}`), UNLIKE];

export function productFlows(stack: Stack): void {
  const ann = new Visitor(stack, {
    account: 'once',
    prepare: async (person) => {
      await person.importProducts(ASINS, 'DE');
      await person.importProducts(['B0JAPAN001'], 'JP');
    },
  });

  /** The table of products; its rows of products, without that of the headings. */
  const rowsOf = (page: Page) =>
    page.getByRole('table', { name: 'Products' }).locator('tbody tr[aria-rowindex]');

  it('are found by an address that can be gone back from and shared', async () => {
    const visit = await stack.open();
    const { page } = visit;
    await page.goto('/console/products?genre=Retailer&marketplace=DE&since=yesterday');
    await visit.fillIn(ann.person);
    await says(page, /^60 products$/);
    expect(new URL(page.url()).search).toBe('?genre=Retailer&marketplace=DE'); // without what makes no sense
    expect(await rowsOf(page).count()).toBeLessThan(60);

    await page.keyboard.press('/');
    await page.keyboard.type(UNLIKE);
    await says(page, /^1 product$/);
    await page.waitForURL(/q=B0QZXKWVJT/);
    await page.getByRole('row', { name: UNLIKE }).waitFor();

    const other = await visit.openTab();
    await other.goto(page.url());
    await says(other, /^1 product$/);
    await other.getByRole('row', { name: UNLIKE }).waitFor();

    await page.goBack();
    await says(page, /^60 products$/);
    await expect(page.getByRole('searchbox').inputValue()).resolves.toBe('');
    await page.getByRole('button', { name: 'Remove the filter Site: DE' }).click();
    await says(page, /^61 products$/);

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Site').selectOption('JP');
    await visit.check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await says(page, /^1 product$/);
    await expect(page.locator('tbody th bdi').first().getAttribute('lang')).resolves.toBe('ja-JP');
    await visit.check();
  });

  it('are edited, deleted and brought back', async () => {
    const body = { title: 'Oak tray', description: 'One<br>two', keywords: ['oak'] };
    const { id } = (await ann.api.createProduct({ body })).data;
    const saved = async (): Promise<Product> => (await ann.api.getProduct({ path: { id } })).data;
    const { page, visit } = await ann.open(`/products/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Oak tray' }).waitFor();
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Oak tray to delete');
    await visit.check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Oak tray to delete' }).waitFor();
    expect(await saved()).toMatchObject({ ...body, title: 'Oak tray to delete' });
    await visit.check();

    await page.goto('/console/products?q=tray');
    await page.getByRole('checkbox', { name: 'Select Oak tray to delete' }).check();
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 1 product' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('Done with 1 product.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('No product matches.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Oak tray to delete' }).click();
    await page.getByRole('heading', { name: 'Oak tray to delete' }).waitFor();

    await ann.api.deleteProduct({ path: { id } });
    await page.reload();
    await page.getByRole('heading', { name: 'There is no such product.' }).waitFor();
    await visit.check();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('heading', { name: 'Oak tray to delete' }).waitFor();
    expect(await saved()).toMatchObject({ title: 'Oak tray to delete' });
  });
}
