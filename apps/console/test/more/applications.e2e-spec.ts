// Applications and documents in a real browser: from a copy to a text that was written with it, versions compared and used
// again, and documents that two windows edit and that results go into.
import type { Page } from 'playwright-core';
import type { ApplicationDefinition } from '#client';
import { PHONE_AT_NIGHT, Stack } from '../visit.ts';
import { Visitor } from '../visitor.ts';

const BOARD = { title: 'Solid oak board', feature: 'Made of one piece of solid oak' };
const ECHO = { model: 'sandbox:echo' };
const LABEL: ApplicationDefinition = {
  name: 'Care label',
  instructions: 'Write how to care for {{ product.title }}, for {{ inputs.audience }}.',
  inputSchema: { type: 'object', properties: { audience: { type: 'string' } }, required: ['audience'] },
  resultType: 'TEXT',
  environment: ECHO,
};

let productId: string;
const ann = new Visitor(new Stack(), {
  account: 'each time',
  prepare: async ({ api }) => {
    productId = (await api.createProduct({ body: BOARD })).data.id;
  },
});

/** Chooses by typing what is offered in a field. */
async function choose(field: ReturnType<Page['getByLabel']>, typed: string): Promise<void> {
  await field.first().fill(typed);
  await ann.page.getByRole('option').filter({ hasText: typed }).first().click();
}

const create = async (body = LABEL): Promise<string> => (await ann.api.createApplication({ body })).data.id;
const ownApplications = async () =>
  (await ann.api.listApplications({ query: { limit: 100 } })).data.applications.filter(
    ({ builtIn }) => !builtIn,
  );
const heading = (name: string) => ann.page.getByRole('heading', { level: 1, name });

describe('an application', () => {
  it('is copied, tried on a product, published, and writes', async () => {
    const { page, visit } = await ann.open('/applications');
    await page.getByRole('table', { name: 'Applications' }).waitFor();
    await visit.check();
    await page.getByRole('link', { name: 'Product description' }).click();
    await heading('Product description').waitFor();
    await page.getByRole('region', { name: 'Inputs' }).first().waitFor();
    await visit.check();
    await page.getByRole('link', { name: 'Copy as own' }).click();
    await heading('New application').waitFor();
    await page.getByLabel('Name').first().fill('Care label');

    const instructions = page.getByLabel('Instructions');
    await instructions.fill('Write how to care for {{ product.titel }}');
    await page.getByText('There is no such variable:').waitFor();
    expect(await page.locator('mark').textContent()).toBe('product.titel');
    await visit.check();
    await page.getByRole('button', { name: 'product.titel' }).click();
    await page.getByRole('group', { name: 'Product' }).getByRole('button', { name: 'brand' }).click();
    await expect(instructions.inputValue()).resolves.toBe('Write how to care for {{ {{ product.brand }} }}');
    await instructions.fill('Write how to care for {{ product.title }}, {{ inputs.audience');
    await page.getByRole('button', { name: 'Remove the input length' }).click();
    await page.getByRole('button', { name: 'Add an input' }).click();
    const added = page.getByRole('group', { name: 'New input' });
    await added.getByLabel('Name').fill('audience');
    const row = page.getByRole('group', { name: 'audience' });
    await row.getByLabel('Required').check();
    await row.getByLabel('Most characters').fill('20');
    await choose(page.getByLabel('Model', { exact: true }), ECHO.model);

    await page.getByRole('button', { name: 'Publish version 1' }).click();
    await page.getByText('1 field is wrong.').waitFor();
    expect(await instructions.getAttribute('aria-invalid')).toBe('true');
    await instructions.fill('Write how to care for {{ product.title }}, for {{ inputs.audience }}.');

    await page.getByRole('button', { name: 'Try it' }).click();
    const trying = page.getByRole('form', { name: 'Try it' });
    await choose(trying.getByLabel('Product'), BOARD.title);
    await trying.getByRole('button', { name: 'Show what a model is sent' }).click();
    await trying.getByText('Fill this in.').waitFor();
    await trying.getByLabel('Audience').fill('families');
    await trying.getByRole('button', { name: 'Show what a model is sent' }).click();
    await trying.getByText(/for families\./).waitFor();
    await visit.check();
    expect(await ownApplications()).toEqual([]);
    await page.getByRole('button', { name: 'Publish version 1' }).dblclick();
    await heading('Care label').waitFor();
    await page.getByText('Version 1', { exact: true }).first().waitFor();
    expect(await ownApplications()).toMatchObject([
      {
        name: 'Care label',
        environment: ECHO,
        inputSchema: { properties: { audience: { maxLength: 20 } }, required: ['audience'] },
      },
    ]);
    await visit.check();

    await page.keyboard.press('w');
    await heading('New generation').waitFor();
    expect(await page.getByRole('radio', { name: 'Care label' }).isChecked()).toBe(true);
    await choose(page.getByLabel('Product', { exact: true }), BOARD.title);
    await page.getByLabel('Audience').fill('families');
    await page.keyboard.press('Control+Enter');
    await page.getByText('done', { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Accept as a new document' }).click();
    await page.getByRole('link', { name: 'Show the document' }).click();
    await page.getByRole('heading', { name: 'Accepted into it' }).waitFor();
    await page.getByRole('rowheader', { name: /^Care label/ }).waitFor();
    await visit.check();
  });

  it('has versions that are compared, and an earlier one is used again', async () => {
    const id = await create();
    const { page, visit } = await ann.open(`/applications/${id}`);
    await heading('Care label').waitFor();
    const other = await visit.openTab();
    await other.goto(`/console/applications/${id}`);
    for (const tab of [page, other]) {
      await tab.getByRole('heading', { level: 1, name: 'Care label' }).waitFor();
      await tab.keyboard.press('e');
      await tab.getByLabel('Instructions').waitFor();
    }
    await other
      .getByLabel('Instructions')
      .fill('Write how to wash {{ product.title }}, for {{ inputs.audience }}.');
    await other.getByRole('button', { name: 'Publish version 2' }).click();
    await other.getByText('Version 2', { exact: true }).first().waitFor();

    await page.getByLabel('Name').first().fill('Care text');
    await page.getByRole('main').getByRole('link', { name: 'Applications' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Publish version 2' }).click();
    await page.getByText('It was changed while you wrote').waitFor();
    const part = page.getByRole('group', { name: 'Instructions' });
    await expect(part.getByLabel('As it is now').isChecked()).resolves.toBe(true);
    await visit.check();
    await page.getByRole('main').getByRole('link', { name: 'Applications' }).click();
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Save what is chosen' }).click();
    await heading('Care text').waitFor();
    expect((await ann.api.getApplication({ path: { id } })).data).toMatchObject({
      version: 3,
      name: 'Care text',
      instructions: 'Write how to wash {{ product.title }}, for {{ inputs.audience }}.',
    });

    await page.getByLabel('Compare version 3 with').selectOption('1');
    const differences = page.getByRole('region', { name: 'From version 1 to version 3' });
    await differences.locator('ins', { hasText: 'wash' }).waitFor();
    expect(await differences.locator('del').allTextContents()).toEqual([
      'removed: label',
      'removed: care for ',
    ]);
    await visit.check();
    await page.getByRole('link', { name: 'Version 1', exact: true }).click();
    await page.getByText('This is version 1, not the latest').waitFor();
    await heading('Care label').waitFor();
    await visit.check();
    await page.getByRole('button', { name: 'Use again' }).click();
    await page.getByText('Version 4 says what version 1 said.').waitFor();
    expect((await ann.api.getApplication({ path: { id } })).data).toMatchObject({ ...LABEL, version: 4 });

    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('dialog', { name: 'Archive Care label?' }).waitFor();
    await visit.check();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await heading('Applications').waitFor();
    await page.goto(`/console/applications/${id}`);
    await page.getByText('It is archived: nothing new can be written with it.', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: 'New version' }).count()).toBe(0);
  });
});

describe('a document', () => {
  it('that two windows edit shows both versions, and nothing typed is lost', async () => {
    const { page, visit } = await ann.open('/documents');
    await heading('Documents').waitFor();
    await page.keyboard.press('n');
    await heading('New document').waitFor();
    await page.getByLabel('Title').fill('Brand voice');
    await page.getByLabel('Text').fill('木'.repeat(22_000));
    await page.getByText('too long', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('1 field is wrong.').waitFor();
    await visit.check();
    await page.getByLabel('Text').fill('Plain and warm.');
    await choose(page.getByLabel('Product', { exact: true }), BOARD.title);
    await page.getByRole('button', { name: 'Create' }).dblclick();
    await heading('Brand voice').waitFor();
    expect(
      (await ann.api.listDocuments()).data.documents.filter(({ title }) => title === 'Brand voice'),
    ).toMatchObject([{ content: 'Plain and warm.', productId }]);
    await visit.check();

    const other = await visit.openTab();
    await other.goto(page.url());
    for (const tab of [page, other]) {
      await tab.getByRole('heading', { level: 1, name: 'Brand voice' }).waitFor();
      await tab.keyboard.press('e');
      await tab.getByLabel('Title').waitFor();
    }
    await other.getByLabel('Title').fill('Voice of the other window');
    await other.getByLabel('Product', { exact: true }).first().clear();
    await other.getByLabel('Text').fill('Theirs.');
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByRole('heading', { level: 1, name: 'Voice of the other window' }).waitFor();
    await page.getByLabel('Text').fill('Mine.');
    await page.keyboard.press('Control+Enter');
    await page.getByText('It was changed while you wrote').waitFor();
    const text = page.getByRole('group', { name: 'Text' });
    await text.getByText('Theirs.').waitFor();
    await expect(text.getByLabel('Yours').isChecked()).resolves.toBe(true);
    await visit.check();
    await page.getByRole('button', { name: 'Save what is chosen' }).click();
    await heading('Voice of the other window').waitFor();
    await page.getByText('Mine.').waitFor();

    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Voice of the other window?' });
    await dialog.waitFor();
    await visit.check();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await heading('Documents').waitFor();
    await page.getByText('Voice of the other window is deleted.').waitFor();
  });

  it('takes a result in, shows first what somebody else wrote, and is given its text back', async () => {
    const body = { title: 'Label of the board', content: 'To be written.', kind: 'facts' } as const;
    const { id } = (await ann.api.createDocument({ body })).data;
    const contentNow = async (): Promise<string> =>
      (await ann.api.getDocument({ path: { id } })).data.content;
    // A short text: in a long one the echo repeats itself, because it has few words.
    const writing = { applicationId: 'product-title', documentId: id, environment: ECHO };
    const { id: generation, result } = await ann.person.generate(writing);
    const [title] = result as { text: string }[];
    expect(title).toBeDefined();
    const { page, visit } = await ann.open(`/generations/${generation}`);
    await choose(page.getByLabel('Document', { exact: true }), 'Label of the board');
    const present = page.getByRole('region', { name: 'Now in the document' });
    await present.getByText('To be written.').waitFor();
    await visit.check();
    await ann.api.updateDocument({ path: { id }, body: { content: 'Written by somebody else.' } });
    await page.getByRole('button', { name: 'Accept into the document' }).click();
    await page.getByText('The document has changed since this page showed it.', { exact: false }).waitFor();
    await present.getByText('Written by somebody else.').waitFor();
    await expect(contentNow()).resolves.toBe('Written by somebody else.');
    await page.getByRole('button', { name: 'Accept all the same' }).click();
    await page.getByText('Accepted into a document.').waitFor();
    await expect(contentNow()).resolves.toBe(title?.text);
    await page.getByRole('link', { name: 'Show the document' }).click();
    await page.getByRole('rowheader').getByRole('link').click();
    await page.getByText('Accepted into a document.').waitFor();

    await choose(page.getByLabel('Document', { exact: true }), 'Label of the board');
    await page.getByRole('button', { name: 'Accept into the document' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Taken back after it was accepted.').waitFor();
    await expect(contentNow()).resolves.toBe(title?.text);
    expect((await ann.api.listGenerations({ query: { acceptedInto: id } })).data.generations).toEqual([]);
  });
});

it('can be used in the dark, in Chinese, and 320 px wide', async () => {
  const id = await create({ ...LABEL, instructions: `${LABEL.instructions} {{ inputs.nothing }}` });
  const { data: document } = await ann.api.createDocument({
    body: { title: '品牌语气', content: '朴实而温暖。' },
  });
  const { page, visit } = await ann.open('/applications', PHONE_AT_NIGHT);
  await page.getByRole('table', { name: '应用' }).waitFor();
  await visit.check();
  await page.goto(`/console/applications/${id}`);
  await heading('Care label').waitFor();
  await visit.check();
  await page.getByRole('button', { name: '新版本' }).click();
  await page.getByText('没有这些变量：').waitFor();
  await page.getByRole('button', { name: '试用' }).click();
  await page.getByRole('form', { name: '试用' }).waitFor();
  await visit.check();
  await page.goto('/console/documents');
  await page.getByRole('link', { name: '品牌语气' }).first().click();
  await heading('品牌语气').waitFor();
  await visit.check();
  await page.goto(`/console/documents/${document.id}`);
  await page.getByRole('button', { name: '编辑' }).click();
  await page.getByLabel('标题').waitFor();
  await visit.check();
});
