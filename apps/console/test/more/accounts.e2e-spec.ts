// Members in a real browser, what only viewing shows, sessions, the password and the language of an account.
import type { Route } from 'playwright-core';
import type { Role } from '#client';
import type { Person } from '#testing/environment';
import { until } from '#testing/until';
import { exactButton as button, row } from '../find.ts';
import { Stack, type Visit } from '../visit.ts';
import { Visitor } from '../visitor.ts';

const stack = new Stack();
const ann = new Visitor(stack, { account: 'each time' });

describe('members', () => {
  /** What changes something; a viewer's own keys, sessions and workspaces are not among it. */
  const CHANGES =
    /^(import|new (product|import|generation|batch|application|document|webhook|dataset|experiment)|try on|judge|[ab] is better|alike|dataset…|write|edit|delete|tag|refresh|accept|reject|retry|cancel|save|invite|take|change role|remove|stop|restore|select|choose|start|copy as own|archive|publish|still right|erase)\b/i;

  const PRODUCT_TABS = ['texts', 'facts', 'pictures', 'generations', 'record'];
  const SETTINGS = [
    'account',
    'sessions',
    'keys',
    'members',
    'webhooks',
    'models',
    'policies',
    'limits',
    'workspace',
  ];

  /** The names of all that can be used on a page, once it has loaded. */
  async function usable(visit: Visit): Promise<string[]> {
    const { page } = visit;
    await visit.complete();
    const names = (nodes: Element[]): string[] =>
      nodes.map((node) => (node.getAttribute('aria-label') ?? node.textContent).trim());
    return page.locator('main').locator('button, a, input[type=checkbox]').evaluateAll(names);
  }

  /** Makes a person a member of the workspace of ann. */
  async function join(person: Person, role: Role): Promise<void> {
    const path = { id: ann.person.workspaceId };
    const { data } = await ann.api.createInvitation({ path, body: { email: person.email, role } });
    await person.api.acceptInvitation({ body: { code: data.code ?? '' } });
  }

  it('get another role and go, but the last owner stays, and the holder until another owner takes over', async () => {
    const [ben] = await stack.environment.addPeople('ben');
    await join(ben, 'viewer');
    const { page, visit } = await ann.open('/settings/members');
    await row(page, ann.person.email).filter({ hasText: 'Owner, holder' }).waitFor();
    expect(await button(page, 'Leave').isDisabled()).toBe(true);
    await page.getByText('The last owner stays: make another member an owner first.').waitFor();
    const dialog = page.getByRole('dialog');
    await button(page, 'Change role: ben').click();
    await dialog.getByLabel('Owner').check();
    await visit.check();
    await button(dialog, 'Save').click();
    await row(page, ben.email).filter({ hasText: 'Owner' }).waitFor();

    await page.getByText('Before you leave, another owner takes it over.').waitFor();
    await button(page, 'Leave').click();
    await button(dialog, 'Leave').click();
    await dialog.getByRole('alert').getByText('Have another owner take it over first.').waitFor();
    await visit.check();

    const owner = await stack.openAs(ben, '/console/settings/members');
    const other = owner.page;
    await button(other, 'Account').click();
    await other.getByLabel('Workspace').selectOption(ann.person.workspaceId);
    await other.getByRole('heading', { name: 'Overview' }).waitFor();
    await other.goto('/console/settings/members');
    await button(other, 'Take over').click();
    await button(other.getByRole('dialog'), 'Take over').click();
    await row(other, ben.email).filter({ hasText: 'Owner, holder' }).waitFor();
    expect(owner.problems).toEqual([]);

    await button(dialog, 'Leave').click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const { data } = await ben.api.listMembers({ path: { id: ann.person.workspaceId } });
    expect(data.members.map(({ email }) => email)).toEqual([ben.email]);
    expect(visit.problems).toEqual([]);
  });

  describe('who are removed', () => {
    let ben: Person;
    let visit: Visit;
    beforeEach(async () => {
      [ben] = await stack.environment.addPeople('ben');
      await join(ben, 'editor');
      visit = await stack.openAs(ben, '/console/products');
      const { page } = visit;
      await page.getByRole('heading', { name: 'Products' }).waitFor();
      await button(page, 'Account').click();
      await page.getByLabel('Workspace').selectOption(ann.person.workspaceId);
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
    });

    /** Removes ben when the page sends a request to an address, which arrives when its token is refused already. */
    async function removeBefore(address: string): Promise<void> {
      const remove = async (route: Route): Promise<void> => {
        const { authorization = '' } = route.request().headers();
        await ann.api.removeMember({ path: { id: ann.person.workspaceId, accountId: ben.accountId } });
        await until('the token of the page is refused', async () => {
          const url = `${stack.environment.baseUrl}/products`;
          return (await fetch(url, { headers: { authorization } })).status === 401;
        });
        await route.continue();
      };
      await visit.page.route(address, remove, { times: 1 });
    }

    it('begin anew elsewhere, and what they were writing is not saved there', async () => {
      const { page } = visit;
      await page.goto('/console/products/new');
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Ash bench');
      await removeBefore('**/api/v2/products');
      await page.getByRole('textbox', { name: 'Title', exact: true }).press('Control+Enter');
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await button(page, 'Account').click();
      expect(await page.getByLabel('Workspace').count()).toBe(0);
      for (const { api } of [ann, ben]) expect((await api.listProducts()).data.products).toEqual([]);
      expect(visit.problems).toEqual([]);
    });

    it('can still sign out', async () => {
      const { page } = visit;
      await removeBefore('**/accounts/sessions/current');
      await button(page, 'Account').click();
      await button(page, 'Sign out').click();
      await page.waitForURL(/\/console\/sign-in/);
      await until('only the other session is left', async () => {
        return (await ben.api.listSessions()).data.sessions.length === 1;
      });
    });
  });

  it('who only view see all and can change nothing', async () => {
    const [ben] = await stack.environment.addPeople('ben');
    await join(ben, 'viewer');
    const { id: importId } = await ann.person.importProducts(['B07Y33KYXZ', 'B0MISS0001']);
    const [product] = (await ann.api.listProducts()).data.products;
    const generation = await ann.person.generate({
      applicationId: 'product-title',
      inputs: { productId: product!.id },
    });
    const products = { ids: [product!.id] };
    const batch = await ann.api.createBatch({ body: { applicationId: 'product-title', products } });
    const batchId = 'id' in batch.data ? batch.data.id : '';
    const { data: document } = await ann.api.createDocument({
      body: { title: 'Voice', content: 'Be brief.' },
    });
    const { data: dataset } = await ann.api.createDataset({ body: { name: 'Products', products } });
    const arms = [{ name: 'Now' }, { name: 'Friendly', environment: { tone: 'friendly' } }];
    const begun = await ann.api.createExperiment({
      body: { datasetId: dataset.id, applicationId: 'product-title', arms },
    });
    const experimentId = 'id' in begun.data ? begun.data.id : '';
    const visit = await stack.openAs(ben, '/console/products');
    const { page } = visit;
    await page.getByRole('heading', { name: 'Products' }).waitFor();
    await button(page, 'Account').click();
    await page.getByLabel('Workspace').selectOption(ann.person.workspaceId);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: 'Products 1' }).waitFor();

    const paths = [
      '/overview',
      '/products',
      '/products/new',
      ...PRODUCT_TABS.map((tab) => `/products/${product!.id}?tab=${tab}`),
      '/imports',
      '/imports/new',
      `/imports/${importId}`,
      '/generations',
      '/generations/new',
      `/generations/${generation.id}`,
      '/review',
      `/review/${generation.id}`,
      '/batches',
      '/batches/new',
      `/batches/${batchId}`,
      '/applications',
      '/applications/new',
      '/applications/product-title',
      '/experiments',
      '/experiments/new',
      `/experiments/${experimentId}`,
      `/experiments/${experimentId}/judge`,
      '/datasets',
      '/datasets/new',
      `/datasets/${dataset.id}`,
      '/documents',
      '/documents/new',
      `/documents/${document.id}`,
      ...SETTINGS.map((name) => `/settings/${name}`),
    ];
    const shown: Record<string, string[]> = {};
    const sent: string[] = [];
    page.on('request', (request) => {
      // The page of limits changes nothing of the account, and reads how many changes are left.
      const isHarmless = /\/accounts(\/sessions\/refresh)?$/.test(request.url());
      if (request.method() !== 'GET' && !isHarmless) sent.push(`${request.method()} ${request.url()}`);
    });
    for (const one of paths) {
      await page.goto(`/console${one}`);
      const changes = (await usable(visit)).filter((name) => CHANGES.test(name));
      if (changes.length > 0) shown[one] = changes;
      const before = page.url();
      for (const key of 'nwreadutx') await page.keyboard.press(key);
      expect(page.url()).toBe(before);
    }
    expect(shown).toEqual({ '/settings/account': ['Save'] });
    expect(sent).toEqual([]);
    await page.goto('/console/imports/new');
    await page.getByRole('heading', { name: 'Not allowed' }).waitFor();
    await visit.check();
  });
});

it('who erases the workspace goes on in another', async () => {
  await ann.api.createWorkspace({ body: { name: 'Second shop' } });
  const { page, visit } = await ann.open('/settings/workspace');
  const name = await page.getByLabel('Name').inputValue();
  await button(page, 'Erase this workspace').click();
  await page.getByLabel(`Type the name to confirm: ${name}`).fill(name);
  await button(page.getByRole('dialog'), 'Erase').click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.goto('/console/settings/workspace');
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('main form input')?.value === 'Second shop',
  );
  await page.getByText('It is your only workspace: make another first.').waitFor();
  expect(visit.problems).toEqual([]);
});

it('a new password ends the other sessions, and each session can be ended', async () => {
  const { page, visit } = await ann.open('/settings/sessions');
  await row(page, 'This session').filter({ hasText: 'Chrome' }).waitFor();
  await button(page, 'End the session node').click();
  await until('it is the only session', async () => (await page.locator('tbody tr').count()) === 1);
  await visit.check();

  const other = await stack.environment.signIn(ann.person);
  await page.goto('/console/settings/account');
  await page.getByLabel('Name').fill('Ann Example');
  await button(page, 'Save').click();
  await page.getByText('Saved.').waitFor();
  await visit.check();
  const password = 'three drawers of an oak desk';
  await page.getByLabel('Present password').fill('not the password');
  await page.getByLabel('New password').fill(password);
  await button(page, 'Change the password').click();
  await page.getByText('This is not the password.', { exact: true }).waitFor();
  await visit.check();
  await page.getByLabel('Present password').fill(ann.person.password);
  await button(page, 'Change the password').click();
  await page.getByText('The password is changed. All your other devices are signed out.').waitFor();
  await until('the other session has ended', () =>
    other.api.listProducts().then(
      () => false,
      (error: { status?: number }) => error.status === 401,
    ),
  );
  await stack.environment.signIn({ ...ann.person, password, name: 'Ann Example' });
  await page.getByRole('link', { name: 'Workspace' }).click();
  await page.getByText('It is your only workspace: make another first.').waitFor();
  expect(visit.problems).toEqual([]);
});

it('keeps the language of an account, and follows it in another browser', async () => {
  const { page, visit } = await ann.open('/settings/account');
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.getByLabel('Language').selectOption('zh');
  await page.getByRole('heading', { name: '账户' }).waitFor();
  await kept;
  const { page: second } = await stack.openAs(ann.person, '/console/settings/account');
  const keptThere = second.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await second.getByLabel('语言').selectOption('en');
  await second.getByRole('heading', { name: 'Account' }).waitFor();
  await keptThere;
  await page.reload();
  await page.getByRole('heading', { name: 'Account' }).waitFor();
  expect(visit.problems).toEqual([]);
});
