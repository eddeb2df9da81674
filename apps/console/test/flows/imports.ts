// An import: from pasted ASINs to what became of each.
import { button, row } from '../find.ts';
import type { Stack } from '../visit.ts';

export function importFlow(stack: Stack): void {
  it('imports what is pasted, once, and says in the language of the reader why an ASIN failed', async () => {
    const [ben] = await stack.environment.addPeople('ben');
    const visit = await stack.open();
    const { page } = visit;
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/import/retailer'))
        keys.push(request.headers()['idempotency-key']);
    });
    await visit.signIn(ben);
    await page.goto('/console/imports');
    await page.getByText('Nothing has been imported yet.').waitFor();
    await visit.check();
    await page.keyboard.press('n');
    await page.waitForFunction(() => document.activeElement?.matches('textarea'));
    await page.keyboard.insertText('B07Y33KYXZ, b000000001 https://www.amazon.com/dp/B0MISS0001 junk');
    await page.getByText('3 ASINs').waitFor();
    await page.getByText('1 malformed').click();
    await page.getByRole('listitem').filter({ hasText: 'junk' }).waitFor();
    await visit.check();
    await page.getByRole('main').getByRole('link', { name: 'Imports' }).click();
    await button(page, 'Stay').click();

    await button(page, 'Import').dblclick();
    await row(page, 'B0MISS0001').filter({ hasText: 'The marketplace does not know this ASIN.' }).waitFor();
    await page.getByRole('status').filter({ hasText: 'Partly failed' }).waitFor();
    expect(new Set(keys).size).toBe(1);
    const { data } = await ben.api.listImports();
    expect(data.imports).toMatchObject([{ counts: { total: 3, success: 2, failure: 1 } }]);
    await visit.check();

    await button(page, 'Ok 2').click();
    await row(page, 'B07Y33KYXZ').getByRole('link').waitFor();
    expect(new URL(page.url()).search).toBe('?items=success');
    await button(page, 'Account').click();
    await page.getByLabel('Language').selectOption('zh');
    await page.keyboard.press('Escape');
    await button(page, '失败 1').click();
    await row(page, 'B0MISS0001').filter({ hasText: '该站点不存在此 ASIN。' }).waitFor();
    expect(visit.problems).toEqual([]);
  });
}
