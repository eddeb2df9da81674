// Experiments in a real browser: from a selection of products to the answer and the votes of people; tried from a page of settings;
// with too few products, a minimum, a removal; cancelled; judged to the end.
import type { Experiment } from '#client';
import { addBoards } from '../boards.ts';
import { button, link, row, says } from '../find.ts';
import { PHONE_AT_NIGHT, Stack } from '../visit.ts';
import { Visitor } from '../visitor.ts';

/** As few as name a winner of two arms. */
const PRODUCTS = 10;
const ASINS = Array.from({ length: PRODUCTS }, (_, place) => `B0SHELF${String(place + 1).padStart(3, '0')}`);

const ann = new Visitor(new Stack(), { account: 'each time' });
const experiments = async (): Promise<Omit<Experiment, 'results'>[]> =>
  (await ann.api.listExperiments()).data.experiments;

/** Makes a dataset of new products, and gives its id. */
async function addDataset(name: string, count: number): Promise<string> {
  const ids = await addBoards(ann.person, 'Fenwick', count);
  return (await ann.api.createDataset({ body: { name, products: { ids } } })).data.id;
}

/** Begins an experiment with titles of two models, and gives its id. */
async function begin(datasetId: string, models: readonly [string, string], judge?: string): Promise<string> {
  const arms = models.map((model) => ({ name: model, environment: { model } }));
  const asked = judge === undefined ? {} : { judge: { model: judge } };
  const body = { datasetId, applicationId: 'product-title', arms, ...asked };
  const { data } = await ann.api.createExperiment({ body });
  return 'id' in data ? data.id : '';
}

it('writes for selected products in two ways, says which is better and by how much, and lets people judge blind', async () => {
  await ann.person.importProducts(ASINS);
  const { page, visit } = await ann.open('/products');
  await page.getByRole('row').nth(1).getByRole('checkbox').click();
  await button(page, `Select all ${PRODUCTS} that match`).click();
  await button(page, 'Dataset…').click();
  await page.getByLabel('Name').fill('Boards');
  await visit.check();
  await page.keyboard.press('Control+Enter');
  await link(page, 'New experiment').click();

  await page.getByRole('combobox', { name: 'Write', exact: true }).selectOption('Bullet points');
  await page.getByText('Two arms write in the same way').waitFor();
  const second = page.getByRole('group', { name: 'Arm 2' });
  await second.getByLabel('Name').fill('Echo');
  await second.getByRole('combobox', { name: 'Model' }).fill('sandbox:echo');
  const offered = page.getByRole('listbox', { name: 'Model' });
  await offered.getByRole('option', { name: 'sandbox:echo', exact: true }).click();
  await page.getByRole('combobox', { name: 'A model judges the pairs' }).selectOption('sandbox:judge');
  await page.getByText('Does it tell what matters most').waitFor();
  await page.getByLabel('Questions of your own').fill('Does it name the brand?\nIs it short?');
  await page.getByText('Does it tell what matters most').waitFor({ state: 'detached' });
  await button(page, 'Add a minimum').click();
  await page.getByLabel('Percent, at least').fill('10');
  await page.getByText(`The judge would give ${PRODUCTS * 2} judgements at most.`).waitFor();
  await page
    .getByText(`${PRODUCTS * 2} texts would be written. The price of a model is not known.`)
    .waitFor();
  await visit.check();
  expect(await experiments()).toEqual([]);
  await button(page, 'Start').dblclick();

  await page.getByRole('heading', { name: '“Echo” is worse than “Now”' }).waitFor();
  await says(page, 'Completed');
  await page.getByText(/^Repeats itself more: [\d.]+ points less, sure to 95 % between/).waitFor();
  expect(await experiments()).toHaveLength(1);
  await page.getByText('“Echo” reaches it, but is worse than “Now”: keep “Now”').waitFor();
  await page.getByText(`The judge read the pairs of ${PRODUCTS} products in both orders`).waitFor();
  await page.getByText('The judge names no winner yet').waitFor();
  const answers = page.getByRole('table', { name: 'Answers about Echo' }).getByRole('row');
  expect(await answers.count()).toBe(3);
  expect(await answers.nth(1).innerText()).toMatch(
    /^Does it name the brand\?\s+[\d.]+%\s+[\d.]+%\s+−?\+?[\d.]+ \(.+ to .+\)\s+“Echo” better for \d+ products/,
  );
  await page.locator('summary').first().click();
  await link(page, 'Open the text of Echo').waitFor();
  await visit.check();

  await link(page, 'Judge pairs blind').click();
  await says(page, `0 judged, ${PRODUCTS} left`);
  expect(await page.locator('main').innerText()).not.toMatch(/Echo|Now\b|Is it short|^Yes:/m);
  await visit.check();
  await page.keyboard.press('4');
  await page.keyboard.press('1');
  await says(page, `1 judged, ${PRODUCTS - 1} left`);
  await page.keyboard.press('j');
  await page.getByText(/^You: A is better\. The judge: (A is better|B is better|alike)/i).waitFor();
  const said = page.getByRole('table', { name: 'Its answers' });
  expect(await said.getByRole('row').nth(2).innerText()).toMatch(
    /^Is it short\?\s+(Yes|No): “.+”\s+(Yes|No): “.+”/s,
  );
  expect(await said.innerText()).not.toMatch(/Echo|Now\b/);
  await visit.check();
  expect(await page.getByRole('checkbox', { name: 'Facts' }).isChecked()).toBe(false);
  await page.keyboard.press('0');
  await says(page, `2 judged, ${PRODUCTS - 2} left`);
  await link(page, 'To the experiment').click();
  await page.getByText(/^2 votes of people:/).waitFor();
  expect(visit.problems).toEqual([]);
});

it('tries a model on the newest products, and says plainly when they are too few or a minimum is not reached', async () => {
  await addBoards(ann.person, 'Fenwick', 3);
  const { page, visit } = await ann.open('/settings/models');
  await button(page, 'Try on 20 products: sandbox:bad-json').dblclick();
  await page.getByRole('heading', { name: 'New experiment' }).waitFor();
  await page.getByText('3 products are too few to name a winner: take at least 10.').waitFor();
  await page.getByText('6 texts would be written. The price of a model is not known.').waitFor();
  const second = page.getByRole('group', { name: 'Arm 2' });
  expect(await second.getByLabel('Name').inputValue()).toBe('sandbox:bad-json');
  expect(await second.getByRole('combobox', { name: 'Model' }).inputValue()).toBe('sandbox:bad-json');
  expect((await ann.api.listDatasets()).data.datasets).toHaveLength(1);
  await button(page, 'Add a minimum').click();
  await page.getByLabel('Percent, at least').fill('90');
  await second.getByLabel('Name').fill('Now');
  await page.getByText('Another arm has this name.').waitFor();
  expect(await button(page, 'Start').isEnabled()).toBe(false);
  await second.getByLabel('Name').fill('Broken');
  await page.getByText('6 texts would be written').waitFor();
  await visit.check();
  await page.keyboard.press('Control+Enter');
  await page
    .getByRole('heading', { name: 'Too few products to say whether “Broken” is better than “Now”' })
    .waitFor();
  await page.getByText(/^3 products were compared, at least \d+ are needed/).waitFor();
  await page.getByText('“Broken”, Passed the check: 0%, at least 90% is asked for').waitFor();
  await visit.check();
});

it('tries a voice, and an application, from their pages', async () => {
  await addBoards(ann.person, 'Fenwick', 1);
  const { data: voice } = await ann.api.createVoice({ body: { name: 'Calm', rules: ['Be calm.'] } });
  const { page, visit } = await ann.open('/settings/voices');
  await button(page, 'Try on 20 products: Calm').click();
  const second = page.getByRole('group', { name: 'Arm 2' });
  await second.waitFor();
  expect(await second.getByLabel('Name').inputValue()).toBe('Calm');
  expect(new URL(page.url()).searchParams.get('voice')).toBe(voice.id);
  await page.goto('/console/applications/bullet-points');
  await button(page, 'Try on 20 products').click();
  await second.waitFor();
  const what = page.getByRole('combobox', { name: 'Write', exact: true });
  expect(await what.inputValue()).toBe('bullet-points');
  await visit.check();
});

it('is followed, and cancelled; its dataset stays until then', async () => {
  const dataset = await addDataset('Boards', 2);
  const id = await begin(dataset, ['offline:composer-1', 'sandbox:slow']);
  const { page, visit } = await ann.open(`/datasets/${dataset}`);
  await row(page, 'Oak board number 2').waitFor();
  await button(page, 'Delete').click();
  const dialog = page.getByRole('dialog');
  const answered = Promise.withResolvers<void>();
  await page.route(`**/datasets/${dataset}`, async (route) => {
    if (route.request().method() === 'DELETE') await answered.promise;
    await route.continue();
  });
  await button(dialog, 'Delete').click();
  await dialog.locator('button[data-loading]').waitFor();
  // Whoever closed it now would not see that it is refused.
  await page.keyboard.press('Escape');
  expect(await button(dialog, 'Close').count()).toBe(0);
  answered.resolve();
  await dialog.getByRole('alert').waitFor();
  await visit.check();
  await page.keyboard.press('Escape');
  await page.goto(`/console/experiments/${id}`);
  await says(page, 'Running');
  await page.getByText('2 of 4 texts').waitFor();
  await visit.check();
  await button(page, 'Cancel').click();
  await says(page, 'Cancelled');
  await page.goto(`/console/datasets/${dataset}`);
  await button(page, 'Delete').click();
  await button(dialog, 'Delete').click();
  await page.getByText('There is no dataset yet.').waitFor();
  await page.goto(`/console/experiments/${id}`);
  await page.getByText('Its dataset was deleted.').waitFor();
  expect(visit.problems).toEqual([]);
});

it('lets people judge to the last pair, on a small screen and in Chinese', async () => {
  const id = await begin(
    await addDataset('Boards', 2),
    ['offline:composer-1', 'sandbox:echo'],
    'sandbox:judge',
  );
  const { page, visit } = await ann.open(`/experiments/${id}`, PHONE_AT_NIGHT);
  await page.getByRole('table', { name: '关于 sandbox:echo 的回答' }).getByText('每句话都属实吗').waitFor();
  await visit.check();
  await link(page, '盲评').click();
  await says(page, '已评 0 对，还有 2 对');
  await visit.check();
  await button(page, 'A 更好').click();
  await says(page, '已评 1 对，还有 1 对');
  await button(page, '不相上下').click();
  await page.getByText('这是最后一对。').waitFor();
  await page.getByText('评审模型对上一对的看法').click();
  await page.getByRole('table', { name: '它的回答' }).getByText('每句话都属实吗').waitFor();
  await visit.check();
  await link(page, '返回实验').click();
  await page.getByText(/^人的 2 票/).waitFor();
  await visit.check();
  const { data: experiment } = await ann.api.getExperiment({ path: { id } });
  await page.goto('/console/batches');
  await page.getByText('评审', { exact: true }).waitFor();
  await page.goto(`/console/batches/${experiment.judge?.batchIds[0]}`);
  await page.getByRole('heading', { name: '批次：评审' }).waitFor();
  expect(await link(page, /审核 \d/).count()).toBe(0);
  await visit.check();
});
