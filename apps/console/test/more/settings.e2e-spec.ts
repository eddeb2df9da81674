// Policies, voices and invitations in a real browser: made, used where one writes, and gone.
import { until } from '#testing/until';
import { exactButton as button, row } from '../find.ts';
import { Stack } from '../visit.ts';
import { Visitor } from '../visitor.ts';

const stack = new Stack();
const ann = new Visitor(stack, { account: 'each time' });

it('a policy is made, binds the texts of the workspace, is changed and deleted', async () => {
  const { page, visit } = await ann.open('/settings/policies');
  await row(page, 'longer than the marketplace allows').first().waitFor();
  await visit.check();
  await button(page, 'New policy').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Words').fill('vegan leather\nlucky');
  await dialog.getByLabel('Marketplaces').fill('de');
  await page.keyboard.press('Escape'); // loses nothing
  await visit.check();
  await button(dialog, 'Save').click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByLabel('Marketplace', { exact: true }).selectOption('DE');
  await page.waitForURL(/marketplace=DE/);
  await page.getByLabel('Language', { exact: true }).selectOption('German');
  await page.waitForURL(/language=de/);
  await row(page, 'vegan leather, lucky').filter({ hasText: 'Refused' }).waitFor();

  await button(page, 'Edit vegan leather').click();
  await dialog.getByLabel('Effect').selectOption('The text is published with a warning');
  await button(dialog, 'Save').click();
  await row(page, 'vegan leather, lucky').filter({ hasText: 'Warning' }).waitFor();
  await page.getByLabel('Marketplace', { exact: true }).selectOption('JP');
  await row(page, 'full-width characters').first().waitFor();
  expect(await row(page, 'vegan leather').count()).toBe(0);

  await page.getByLabel('Marketplace', { exact: true }).selectOption('DE');
  await button(page, 'Delete vegan leather').click();
  await button(dialog, 'Delete').click();
  await row(page, 'vegan leather').waitFor({ state: 'detached' });
  expect(visit.problems).toEqual([]);
});

it('what one person changes of a policy or a webhook stays when another saves something else of it', async () => {
  const definition = { rule: 'BANNED_TERM', severity: 'hard', phrases: ['lucky'] } as const;
  const policy = (await ann.api.createPolicy({ body: { ...definition, phrases: [...definition.phrases] } }))
    .data;
  const { page } = await ann.open('/settings/policies');
  const dialog = page.getByRole('dialog');
  await button(page, 'Edit lucky').click();
  await dialog.getByLabel('Effect').selectOption('The text is published with a warning');
  const path = { id: policy.id };
  await ann.api.updatePolicy({ path, body: { phrases: ['lucky', 'magic'], languages: ['de'] } });
  await button(dialog, 'Save').click();
  await dialog.waitFor({ state: 'detached' });
  const { data } = await ann.api.getPolicy({ path });
  expect(data).toMatchObject({ severity: 'warning', phrases: ['lucky', 'magic'], languages: ['de'] });

  const url = 'https://hooks.example/a';
  const webhook = (await ann.api.createWebhook({ body: { url, types: ['import.completed'] } })).data;
  await page.goto(`/console/settings/webhooks/${webhook.id}`);
  await button(page, 'Edit').click();
  await dialog.getByLabel('Description').fill('Of Ann');
  await ann.api.updateWebhook({ path: { id: webhook.id }, body: { types: ['batch.completed'] } });
  await button(dialog, 'Save').click();
  await dialog.waitFor({ state: 'detached' });
  const changed = (await ann.api.getWebhook({ path: { id: webhook.id } })).data;
  expect(changed).toMatchObject({ url, description: 'Of Ann', types: ['batch.completed'] });

  let patches = 0;
  page.on('request', (request) => (patches += request.method() === 'PATCH' ? 1 : 0));
  await button(page, 'Edit').click();
  await button(dialog, 'Save').click();
  await dialog.waitFor({ state: 'detached' });
  expect(patches).toBe(0);
});

it('a voice is made, offered where one writes, stands on what was written with it, and is deleted', async () => {
  const { page, visit } = await ann.open('/settings/voices');
  await page.getByText('There is no voice yet.').waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Fenwick');
  await dialog.getByLabel('Rules').fill('Write short sentences.\nNever shout.');
  await dialog.getByLabel('Term 1: say').fill('desk');
  await button(dialog, 'Save').click();
  await dialog.getByRole('alert').first().waitFor(); // what is avoided for it is missing
  await dialog.getByLabel('Term 1: not').fill('table, workstation');
  await dialog.getByLabel('Examples').fill('Made to be written on.');
  await visit.check();
  await button(dialog, 'Save').click();
  await dialog.waitFor({ state: 'detached' });
  await row(page, 'Write short sentences. Never shout.').filter({ hasText: 'desk' }).waitFor();

  await button(page, 'Edit Fenwick').click();
  await dialog.getByLabel('The voice of texts that name none').check();
  const [{ id: voiceId } = { id: '' }] = (await ann.api.listVoices()).data.voices;
  const theirs = { name: 'Fenwick', rules: ['Write nothing.'] };
  await ann.api.replaceVoice({ path: { id: voiceId }, body: theirs });
  await button(dialog, 'Save').click();
  await dialog.getByText('it replaces what the other person wrote').waitFor();
  await visit.check();
  await button(dialog, 'Save').click();
  await row(page, 'Fenwick').filter({ hasText: 'Default' }).waitFor();
  await visit.check();

  await page.goto('/console/generations/new');
  await page.getByPlaceholder('Fenwick (by default)').waitFor();
  await page.getByLabel('Voice', { exact: true }).first().click();
  await page.getByRole('option', { name: 'No voice' }).waitFor();
  await page.getByRole('option', { name: 'Fenwick' }).click();
  await visit.check();
  const title = 'Fenwick Oak Desk with Six Drawers, 120 x 60 cm';
  const product = (await ann.api.createProduct({ body: { title, brand: 'Fenwick' } })).data;
  const { id } = await ann.person.generate({
    applicationId: 'product-title',
    inputs: { productId: product.id },
    environment: { model: 'sandbox:echo' },
  });
  page.once('dialog', (leaving) => void leaving.accept());
  await page.goto(`/console/generations/${id}`);
  await page.getByText('Voice: Fenwick, version 3').waitFor();
  await visit.check();

  await page.goto('/console/settings/voices');
  await button(page, 'Try on 5 products: Fenwick').click();
  const told = dialog.getByRole('region', { name: 'What a model would be told' });
  await told.locator('ins').filter({ hasText: 'Never shout.' }).waitFor();
  expect(await told.locator('del').count()).toBe(0);
  await visit.check();
  await page.keyboard.press('Escape');
  await button(page, 'Delete Fenwick').click();
  await button(dialog, 'Delete').click();
  await page.getByText('There is no voice yet.').waitFor();
  expect(visit.problems).toEqual([]);
});

it('of a voice, only what a person has changed is saved otherwise', async () => {
  const body = {
    name: 'Fenwick',
    terms: [{ use: 'sofa', avoid: ['couch, large'] }],
    examples: ['Made to be sat on.\nNot looked at.'],
  };
  const { id } = (await ann.api.createVoice({ body })).data;
  const { page } = await ann.open('/settings/voices');
  await button(page, 'Edit Fenwick').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Rules').fill('Never shout.');
  await button(dialog, 'Save').click();
  await dialog.waitFor({ state: 'detached' });
  const saved = (await ann.api.getVoice({ path: { id } })).data;
  expect(saved).toMatchObject({ ...body, rules: ['Never shout.'] });
});

it('a person who is invited joins by the link, and leaves; the code is in no address that is sent', async () => {
  const [ben] = await stack.environment.addPeople('ben');
  const { page, visit } = await ann.open('/settings/members');
  await row(page, ann.person.email).filter({ hasText: 'Owner, holder' }).waitFor();
  await page.getByText('No invitation is open.').waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill(ben.email);
  await dialog.getByLabel('Viewer').check();
  await visit.check();
  await page.keyboard.press('Enter');
  const code = (await dialog.getByRole('region', { name: 'The code' }).textContent())!;
  const link = (await dialog.getByRole('region', { name: 'The same as a link' }).textContent())!;
  expect(link).toBe(`${new URL(page.url()).origin}/console/join#code=${code}`);
  await visit.check();
  await button(dialog, 'Done').click();
  await row(page, ben.email).filter({ hasText: 'Viewer' }).waitFor();
  await visit.check();

  const guest = await stack.open();
  const addresses: string[] = [];
  guest.page.on('request', (request) => addresses.push(request.url()));
  await guest.page.goto(link);
  await guest.page.waitForURL(/\/console\/sign-in\?next=%2Fjoin#code=/);
  await guest.page.reload(); // what the address has of the code would now be sent
  await guest.fillIn(ben);
  await until(
    'the code is in its field',
    async () => (await guest.page.getByLabel('Code of the invitation').inputValue()) === code,
  );
  await guest.page.waitForURL(/\/console\/join$/);
  await guest.check();
  await button(guest.page, 'Join').click();
  await guest.page.getByRole('heading', { name: 'Overview' }).waitFor();
  await guest.page.goto('/console/settings/members');
  await row(guest.page, 'ann').filter({ hasText: 'Owner, holder' }).waitFor();
  expect(await guest.page.getByText(ann.person.email).count()).toBe(0);
  expect(addresses.map((address) => address.split('#')[0]).filter((sent) => sent?.includes(code))).toEqual(
    [],
  );
  await guest.check();

  await button(guest.page, 'Leave').click();
  await guest.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await guest.page.getByRole('heading', { name: 'Overview' }).waitFor();
  await guest.page.goto('/console/settings/members');
  await row(guest.page, ben.email).filter({ hasText: 'Owner, holder' }).waitFor();
  await page.reload();
  await page.getByText('No invitation is open.').waitFor();
  expect(await row(page, 'ben').count()).toBe(0);
  expect([...visit.problems, ...guest.problems]).toEqual([]);
});

it('an invitation that is taken back is good for nothing', async () => {
  const [ben] = await stack.environment.addPeople('ben');
  const path = { id: ann.person.workspaceId };
  const { code } = (await ann.api.createInvitation({ path, body: { email: ben.email, role: 'editor' } }))
    .data;
  const { page, visit } = await ann.open('/settings/members');
  await button(page, `Take back the invitation for ${ben.email}`).click();
  await page.getByText('No invitation is open.').waitFor();

  const guest = await stack.openAs(ben, '/console/overview');
  await button(guest.page, 'Account').click();
  await guest.page.getByRole('link', { name: 'Join a workspace' }).click();
  await guest.page.getByLabel('Code of the invitation').fill(` ${code} `);
  await guest.page.keyboard.press('Enter');
  await guest.page
    .getByText('No open invitation of this account has this code. Ask for a new one.', { exact: true })
    .waitFor();
  await guest.check();
  expect(visit.problems).toEqual([]);
});

it('asks before a dialog with changes, a key that is shown once, or a short form with changes is left', async () => {
  const { page, visit } = await ann.open('/settings/account');
  const settings = page.getByRole('navigation', { name: 'Settings' });
  await settings.getByRole('link', { name: 'API keys' }).click();
  await button(page, 'New key').click();
  const dialog = page.getByRole('dialog', { name: /key/ });
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const name = dialog.getByLabel('Name');
  await name.fill('Nightly import');
  await page.goBack();
  await question.waitFor();
  await visit.check();
  await button(question, 'Stay').click();
  await question.waitFor({ state: 'detached' });
  expect(await name.inputValue()).toBe('Nightly import');
  await button(dialog, 'Make the key').click();
  const key = page.getByRole('region', { name: 'The key' });
  await key.waitFor();
  await page.goBack();
  await button(question, 'Stay').click();
  await question.waitFor({ state: 'detached' });
  await key.waitFor();
  await page.goBack();
  await button(question, 'Leave').click();

  const own = page.getByRole('textbox', { name: 'Name', exact: true });
  await own.fill('Ann of the night');
  await settings.getByRole('link', { name: 'API keys' }).click();
  await button(question, 'Stay').click();
  expect(await own.inputValue()).toBe('Ann of the night');
  await own.press('Enter');
  await page.getByText('Saved.').waitFor();
  await settings.getByRole('link', { name: 'API keys' }).click();
  await row(page, 'Nightly import').waitFor();
});

it('counts a text by the policies on lengths as they are now', async () => {
  const product = (await ann.api.createProduct({ body: { title: 'Fenwick Oak Desk' } })).data;
  const inputs = { productId: product.id };
  const { id } = await ann.person.generate({ applicationId: 'product-title', inputs });
  const { page } = await ann.open(`/generations/${id}`);
  await page.getByText(/^\d+ of \d+$/).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Policies' }).click();
  await button(page, 'New policy').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Rule').selectOption('Length');
  await dialog.getByLabel('At most').fill('66');
  await button(dialog, 'Save').click();
  await dialog.waitFor({ state: 'detached' });
  await until('the page of the text is back', async () => {
    await page.goBack();
    return new URL(page.url()).pathname.endsWith(id);
  });
  await page.getByText(/\d of 66/).waitFor();
});
