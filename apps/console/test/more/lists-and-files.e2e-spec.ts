// Flows that tell least for their time: views and columns of a list, a file with many ASINs, a listing as a file, a dialog without
// a connection, and a page after a release.
import { readFile } from 'node:fs/promises';
import type { Policy } from '#client';
import { button, row } from '../find.ts';
import { PHONE_AT_NIGHT, Stack } from '../visit.ts';
import { Visitor } from '../visitor.ts';
import { importedProduct } from '../writing.ts';

/** "商品编号,名称" in GB 18030. */
const GB18030_HEADING = Buffer.from('c9ccc6b7b1e0bac52cc3fbb3c60d0a', 'hex');

const stack = new Stack();
const ann = new Visitor(stack, { account: 'each time' });

it('keeps views, and the columns as a person wants them', async () => {
  await ann.api.createProduct({ body: { title: 'Cherry bowl', tags: ['bowls'] } });
  const { page, visit } = await ann.open('/products?tag=bowls');
  const views = page.getByRole('button', { name: 'Views' });
  await views.click();
  await page.getByLabel('Name of this view').fill('Bowls');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Bowls', exact: true }).waitFor();
  await visit.check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove the filter Tag: bowls' }).click();

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Brand' }).uncheck();
  await page.getByLabel('Width of ASIN').selectOption('Wide');
  await page.getByRole('button', { name: 'Move ASIN to the left' }).press('Enter');
  await page.getByRole('button', { name: 'Move ASIN to the left' }).press('Enter');
  await visit.check();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('row', { name: 'Cherry bowl' }).first().waitFor();
  const heads = page.getByRole('columnheader');
  const names = (await heads.allTextContents()).slice(1); // behind the checkbox
  expect(names).toEqual(['Picture', 'ASIN', 'Title', 'Site', 'Kind', 'Texts', 'Updated']);
  await expect(heads.nth(2).evaluate((head) => head.clientWidth)).resolves.toBe(240);

  await views.click();
  await page.getByRole('button', { name: 'Bowls', exact: true }).click();
  await page.waitForURL(/\?tag=bowls$/);
  await views.click();
  await page.getByRole('button', { name: 'Delete the view Bowls' }).click();
  await page.getByText('Name the filters of now').waitFor();
});

it('reads a file of 1,200 ASINs as WPS saves it, and makes two imports of it', async () => {
  const { page, visit } = await ann.signIn(PHONE_AT_NIGHT);
  await page.goto('/console/imports/new');
  const lines = Array.from({ length: 1200 }, (_, i) => `B0WPS${String(i).padStart(5, '0')},desk\r\n`);
  const buffer = Buffer.concat([GB18030_HEADING, Buffer.from(lines.join(''))]);
  const dataTransfer = await page.evaluateHandle(
    (bytes) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([Uint8Array.from(bytes)], '商品.csv'));
      return dropped;
    },
    [...buffer],
  );
  await page.getByLabel('ASIN 或商品链接').dispatchEvent('drop', { dataTransfer });
  await page.getByText('1,200 个 ASIN', { exact: true }).waitFor();
  await expect(page.getByLabel('ASIN 所在的列').locator('option:checked').textContent()).resolves.toBe(
    '商品编号（1,200 个 ASIN）',
  );
  await visit.check();
  await button(page, '分 2 次导入').click();
  await page.getByRole('heading', { name: '导入' }).waitFor();
  await row(page, '美国').nth(1).waitFor();
  expect(await row(page, '美国').count()).toBe(2);
  await visit.check();
  const { data } = await ann.api.listImports();
  expect(data.imports.map(({ counts }) => counts.total)).toEqual([200, 1000]);
});

it('takes a listing away whole, with what a person has changed of it, accepted or not', async () => {
  const productId = await importedProduct(ann.person, 'B07Y33KYXZ');
  const { id, result } = await ann.person.generate({ applicationId: 'listing', inputs: { productId } });
  const items = result as Record<string, string>[];
  const own = items.find(({ part }) => part === 'title')!.text!.replace(/,[^,]*$/, '');
  const { page } = await ann.open(`/generations/listing?product=${productId}&generation=${id}`);
  const title = page.getByRole('region', { name: 'Title', exact: true });
  await button(title, 'Edit: Title').click();
  await title.getByLabel('Title', { exact: true }).fill(own);
  const taken = async (): Promise<string> => {
    const saved = page.waitForEvent('download');
    await button(page, 'CSV').click();
    return readFile(await (await saved).path(), 'utf8');
  };
  const csv = await taken();
  const rows = csv.trimEnd().split('\r\n').slice(1);
  expect(rows[0]!.replaceAll('"', '')).toBe(`listing,${productId},1,${own},title`);
  expect(rows.map((line) => line.split(',').at(-1))).toEqual(items.map(({ part }) => part));
  await button(title, 'Accept: Title').click();
  await title.getByText('accepted', { exact: true }).waitFor();
  expect(await taken()).toBe(csv);
});

it('keeps what is typed in a dialog: at Escape, without a connection, and every application of a policy', async () => {
  const applications = ['product-title', 'bullet-points'];
  await ann.api.createPolicy({ body: { rule: 'BANNED_TERM', phrases: ['lucky'], applications } });
  const saved = async (): Promise<Policy[]> =>
    (await ann.api.listPolicies({ query: { builtIn: false } })).data.policies;
  const { page, visit } = await ann.open('/settings/policies');
  await button(page, 'Edit lucky').click();
  const dialog = page.getByRole('dialog');
  for (const name of ['Product title', 'Bullet points'])
    await dialog.getByText(name, { exact: true }).first().waitFor();
  await dialog.getByLabel('Words').fill('lucky\ncharmed');
  await visit.check();
  await page.keyboard.press('Escape');
  await page.context().setOffline(true);
  await button(dialog, 'Save').click();
  await dialog.getByText('There is no connection to the service.').waitFor();
  await page.context().setOffline(false);
  expect(await saved()).toMatchObject([{ phrases: ['lucky'], applications }]);
  await button(dialog, 'Save').click();
  await dialog.waitFor({ state: 'detached' });
  expect(await saved()).toMatchObject([{ phrases: ['lucky', 'charmed'], applications }]);
});

it('keeps a dialog until the secret has come that it makes, and asks before its page is left meanwhile', async () => {
  const { id } = (
    await ann.api.createWebhook({ body: { url: 'https://hooks.example/a', types: ['import.completed'] } })
  ).data;
  const { page, visit } = await ann.open('/settings/webhooks');
  await row(page, 'hooks.example').getByRole('link').click();
  const answered = Promise.withResolvers<void>();
  await page.route(`**/webhooks/${id}/rotate`, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await button(page, 'New secret').click();
  const dialog = page.getByRole('dialog', { name: 'New secret' });
  await button(dialog, 'New secret').click();
  await dialog.locator('button[data-loading]').waitFor();
  expect(await button(dialog, 'Cancel').isDisabled()).toBe(true);
  expect(await button(dialog, 'Close').count()).toBe(0);
  await visit.check();
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await button(question, 'Stay').click();
  await question.waitFor({ state: 'detached' });
  answered.resolve();
  await dialog.getByRole('region', { name: 'Signing secret' }).waitFor();
  await button(dialog, 'Done').click();
  await dialog.waitFor({ state: 'detached' });
});

it('begins anew after a release, whose page has other scripts, and not while there is no connection', async () => {
  const { page } = await ann.open('/nothing');
  await page.getByRole('heading', { name: 'Not found' }).waitFor();
  let isOld = true;
  await page.route('**/assets/help-*.js', (route) =>
    isOld ? route.fulfill({ status: 404 }) : route.continue(),
  );
  const begun = page.waitForEvent('load');
  await page.keyboard.press('?');
  await begun;
  isOld = false;
  await page.getByRole('heading', { name: 'Not found' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');

  await page.route('**/console/**', (route) => route.abort());
  await page.getByRole('navigation').getByRole('link', { name: 'Batches' }).click();
  await page.getByText('This page could not be shown.', { exact: false }).waitFor();
  await page.unroute('**/console/**');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: 'Batches' }).waitFor();
});
