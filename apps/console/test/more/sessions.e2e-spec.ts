// Sessions in a real browser: in with a code, on after a change of password, out in all tabs.
import type { Person } from '#testing/environment';
import { until } from '#testing/until';
import { row } from '../find.ts';
import { storage } from '../flows/sessions.ts';
import { Stack } from '../visit.ts';

const stack = new Stack();
let ann: Person;
beforeAll(async () => {
  [ann] = await stack.environment.addPeople('ann');
});

it('leads who has a code from the sign-in to where it is entered', async () => {
  const visit = await stack.open();
  const { page } = visit;
  await page.goto('/console/sign-in');
  await page.getByText('Product texts, written from the facts of your catalogue').waitFor();
  await visit.check();
  await page.getByRole('link', { name: 'Join with a code' }).click();
  await page.getByText('Sign in first. Then you join with the code.').waitFor();
  await visit.check();
  await visit.fillIn(ann);
  await page.getByRole('heading', { name: 'Join a workspace' }).waitFor();
  await visit.check();
});

it('goes on after a change of password, in every tab of the browser and after a reload', async () => {
  const [ben] = await stack.environment.addPeople('ben');
  const { data: key } = await ben.api.createApiKey({ body: { name: 'Kept', scopes: ['read'] } });
  const password = 'three drawers of an oak desk';
  const visit = await stack.openAs(ben, '/console/settings/account');
  const { page } = visit;
  const other = await visit.openTab();
  await other.goto('/console/settings/sessions');
  await row(other, 'This session').waitFor();
  await page.getByLabel('Present password').fill(ben.password);
  await page.getByLabel('New password').fill(password);
  expect(await page.getByLabel('Keep my API keys').isChecked()).toBe(false);
  await page.getByLabel('Keep my API keys').check();
  await visit.check();
  await page.keyboard.press('Enter');
  await page.getByText('The password is changed. All your other devices are signed out.').waitFor();
  await until('the session of the other device has ended', () =>
    ben.api.listProducts().then(
      () => false,
      (error: { status?: number }) => error.status === 401,
    ),
  );
  for (const tab of [page, other]) {
    await tab.getByRole('link', { name: 'API keys' }).click();
    await row(tab, key.name).waitFor();
    await tab.reload();
    await row(tab, key.name).waitFor();
    expect(await tab.getByRole('dialog').count()).toBe(0);
  }
  await page.getByRole('link', { name: 'Sessions' }).click();
  await until('there is one session', async () => (await page.locator('tbody tr').count()) === 1);
  expect(await storage(page)).not.toMatch(/eyJ|token|ssr_/i);
  expect(visit.problems).toEqual([]);
});

it('signs out in every tab, and shows nothing to the button Back', async () => {
  const visit = await stack.open();
  const { page } = visit;
  await visit.signIn(ann);
  await page.goto('/console/nothing');
  await page.getByRole('heading', { name: 'Not found' }).waitFor();
  const other = await visit.openTab();
  await other.goto('/console/nothing');
  await other.getByRole('button', { name: 'Account' }).click();
  await other.getByRole('button', { name: 'Sign out' }).click();
  for (const tab of [other, page]) await tab.waitForURL(/\/console\/sign-in/);
  await page.goBack();
  await page.waitForURL(/\/console\/sign-in/);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await page.getByRole('banner').count()).toBe(0);
  expect(visit.problems).toEqual([]);
});

it('saves in the workspace of the page when a person stays there instead of going on in another', async () => {
  const { data: second } = await ann.api.createWorkspace({ body: { name: 'Second shop' } });
  const { page } = await stack.openAs(ann, '/console/documents/new');
  await page.getByRole('textbox', { name: 'Title' }).fill('Tone of the first shop');
  await page.getByRole('textbox', { name: 'Text' }).fill('Be brief.');
  await page.getByRole('button', { name: 'Account' }).click();
  const stays = page.waitForEvent('dialog').then((leaving) => leaving.dismiss());
  await page.getByLabel('Workspace').selectOption(second.id);
  await stays;
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Text' }).press('Control+Enter');
  await page.getByRole('heading', { name: 'Tone of the first shop' }).waitFor();
  expect((await ann.api.listDocuments()).data.documents).toMatchObject([{ title: 'Tone of the first shop' }]);
});
