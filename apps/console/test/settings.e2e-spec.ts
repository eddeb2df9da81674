// The settings in a real browser: API keys, webhooks with their log, members and what a viewer sees, sessions and the password.
import type { Locator, Page } from 'playwright-core';
import type { Person } from '#testing/environment';
import { startWebhookReceiver, verifyWebhook, type WebhookReceiver } from '#testing/neighbours';
import { until } from '#testing/until';
import { PHONE_AT_NIGHT, Stack, type Visit } from './visit.ts';

let ann: Person;
let visit: Visit;
const stack = new Stack();
beforeEach(async () => {
  [ann] = await stack.environment.addPeople('ann');
});

const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name, exact: true });
const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

/** Signs a person in, and opens a page. */
async function open(person: Person, path: string): Promise<Page> {
  visit = await stack.open();
  await visit.signIn(person);
  await visit.page.goto(path);
  return visit.page;
}

it('shows an API key once; revoked, it is refused', async () => {
  const page = await open(ann, '/console/settings');
  await page.waitForURL(/\/settings\/account$/);
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'API keys' }).click();
  await page.getByText('There are no API keys yet.').waitFor();
  await visit.check();

  await button(page, 'New key').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Nightly import');
  await dialog.getByLabel('May').selectOption('Read and write');
  await visit.check();
  await button(dialog, 'Make the key').click();
  const key = (await dialog.getByRole('region', { name: 'The key' }).textContent())!;
  expect(key).toMatch(/^ssk_/);
  await dialog
    .getByText(`curl -H 'Authorization: Bearer ${key}' ${stack.environment.baseUrl}/products`)
    .waitFor();
  await visit.check();
  const status = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(`${stack.environment.baseUrl}/products`, { headers })).status;
  };
  expect(await status()).toBe(200);

  await button(dialog, 'Done').click();
  await dialog.waitFor({ state: 'detached' });
  await row(page, 'Nightly import').filter({ hasText: 'write' }).waitFor();
  const focused = (): Promise<string | null> => page.evaluate(() => document.activeElement!.textContent);
  expect(await focused()).toBe('New key');
  const kept = await page.evaluate(
    () => document.documentElement.outerHTML + location.href + JSON.stringify({ ...localStorage }),
  );
  expect(kept).not.toContain(key);

  await page.getByRole('link', { name: 'Of all members' }).click();
  await row(page, 'Nightly import').filter({ hasText: 'ann' }).waitFor();
  expect(new URL(page.url()).search).toBe('?of=workspace');
  await button(page, 'Revoke Nightly import').click();
  const revoke = button(dialog, 'Revoke');
  expect(await revoke.isDisabled()).toBe(true);
  await visit.check();
  await dialog.getByLabel('Type the name to confirm: Nightly import').fill('Nightly import');
  await revoke.click();
  await page.getByText('There are no API keys yet.').waitFor();
  await until('the key is refused', async () => (await status()) === 401);
  expect(await focused()).toBe('API keys');
});

describe('a webhook', () => {
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
  });
  afterEach(() => receiver.close());

  it('is made, tested, sent to again, and its failures are found', async () => {
    const page = await open(ann, '/console/settings/webhooks');
    await page.getByText('There are no webhooks yet.').waitFor();
    await button(page, 'New webhook').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('http://10.0.0.1/hooks');
    await visit.check();
    await button(dialog, 'Make the webhook').click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('URL').fill(`${receiver.url}/hooks`);
    await button(dialog, 'Make the webhook').click();
    const secret = (await dialog.getByRole('region', { name: 'Signing secret' }).textContent())!;
    await visit.check();
    await button(dialog, 'Done').click();
    await row(page, receiver.url).filter({ hasText: '10 types' }).filter({ hasText: 'Enabled' }).waitFor();
    await visit.check();

    await row(page, receiver.url).getByRole('link').click();
    await page.getByText('Nothing has been sent yet.').waitFor();
    receiver.respond = (_, response) => void response.writeHead(202).end('taken');
    await button(page, 'Send a test event').click();
    await row(page, 'webhook.test').filter({ hasText: 'Delivered' }).filter({ hasText: '202' }).waitFor();
    expect(verifyWebhook(receiver.received[0]!, secret)).toMatchObject({ type: 'webhook.test' });
    await visit.check();
    await row(page, 'webhook.test').getByRole('link').click();
    await page.waitForURL(/delivery=/);
    await dialog.getByRole('region', { name: 'Request' }).getByText(`POST ${receiver.url}/hooks`).waitFor();
    await dialog.getByRole('region', { name: 'Answer' }).getByText('taken').waitFor();
    await visit.check();
    await button(dialog, 'Send again').click();
    await until('another attempt is shown', async () => (await dialog.getByRole('row').count()) === 3);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(
      Array(2).fill(receiver.received[0]!.headers['webhook-id']),
    );
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });

    receiver.respond = (_, response) => void response.writeHead(410).end();
    await button(page, 'Send a test event').click();
    await row(page, 'webhook.test').filter({ hasText: 'Failed' }).filter({ hasText: '410' }).waitFor();
    await page.reload();
    await page.getByText('Disabled: the receiver is gone (410)').waitFor();
    await page.getByRole('group', { name: 'Deliveries by result' }).getByText('Failed').click();
    await page.waitForURL(/status=DEAD/);
    await until('only the failed one is listed', async () => (await row(page, 'webhook.test').count()) === 1);

    receiver.respond = (_, response) => void response.writeHead(204).end();
    await button(page, 'New secret').click();
    await button(dialog, 'New secret').click();
    const next = (await dialog.getByRole('region', { name: 'Signing secret' }).textContent())!;
    expect(next).not.toBe(secret);
    await button(dialog, 'Done').click();
    await page.getByText(/^Until .* the one before signs too\.$/).waitFor();
    await button(page, 'Enable').click();
    await page.getByText('Enabled', { exact: true }).waitFor();
    await row(page, 'webhook.test').getByRole('link').click();
    await button(dialog, 'Send again').click();
    await dialog.getByRole('status').filter({ hasText: 'Delivered' }).waitFor();
    verifyWebhook(receiver.received.at(-1)!, next);
    await page.keyboard.press('Escape');
    await button(page, 'Delete').click();
    await button(dialog, 'Delete').click();
    await page.getByText('There are no webhooks yet.').waitFor();
    expect(visit.problems).toEqual([]);
  }, 90_000);
});

describe('members', () => {
  /** What changes something; a viewer's own keys, sessions and workspaces are not among it. */
  const CHANGES =
    /^(import|new (product|import|generation|batch|application|document|webhook)|write|edit|delete|tag|refresh|accept|reject|retry|cancel|save|add|change role|remove|stop|restore|select|choose|start|copy as own|archive|publish|still right|erase)\b/i;

  /** The names of all that can be used on a page, once it has loaded. */
  async function usable(page: Page): Promise<string[]> {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const names = (nodes: Element[]): string[] =>
      nodes.map((node) => (node.getAttribute('aria-label') ?? node.textContent).trim());
    return page.locator('main').locator('button, a, input[type=checkbox]').evaluateAll(names);
  }

  it('come, get another role and go, but the last owner stays', async () => {
    const [ben] = await stack.environment.addPeople('ben');
    const page = await open(ann, '/console/settings/members');
    await row(page, ann.email).filter({ hasText: 'Owner' }).waitFor();
    expect(await button(page, 'Leave').isDisabled()).toBe(true);
    await page.getByText('The last owner stays: make another member an owner first.').waitFor();
    await button(page, 'Add a member').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('nobody@example.com');
    await button(dialog, 'Add').click();
    await dialog.locator('[aria-invalid=true]').waitFor();
    await visit.check();
    await dialog.getByLabel('E-mail').fill(ben.email);
    await dialog.getByLabel('Viewer').check();
    await button(dialog, 'Add').click();
    await row(page, ben.email).filter({ hasText: 'Viewer' }).waitFor();
    await visit.check();
    await button(page, 'Change role: ben').click();
    await dialog.getByLabel('Owner').check();
    await visit.check();
    await button(dialog, 'Save').click();
    await row(page, ben.email).filter({ hasText: 'Owner' }).waitFor();

    await button(page, 'Leave').click();
    await visit.check();
    await button(dialog, 'Leave').click();
    await page.waitForURL(/\/console\/sign-in/);
    const { data } = await ben.api.listMembers({ path: { id: ann.workspaceId } });
    expect(data.members.map(({ email }) => email)).toEqual([ben.email]);
    expect(visit.problems).toEqual([]);
  });

  it('who only view see all and can change nothing', async () => {
    const [ben] = await stack.environment.addPeople('ben');
    const path = { id: ann.workspaceId };
    await ann.api.addMember({ path, body: { email: ben.email, role: 'viewer' } });
    const { id: importId } = await ann.importProducts(['B07Y33KYXZ', 'B0MISS0001']);
    const [product] = (await ann.api.listProducts()).data.products;
    const generation = await ann.generate({
      applicationId: 'product-title',
      inputs: { productId: product!.id },
    });
    const page = await open(ben, '/console/products');
    await page.getByRole('heading', { name: 'Products' }).waitFor();
    await button(page, 'Account').click();
    await page.getByLabel('Workspace').selectOption(ann.workspaceId);
    await page.getByRole('row', { name: product!.title }).waitFor();

    const paths = [
      '/products',
      '/products/new',
      ...['texts', 'facts', 'pictures', 'generations', 'record'].map(
        (tab) => `/products/${product!.id}?tab=${tab}`,
      ),
      '/imports',
      '/imports/new',
      `/imports/${importId}`,
      '/generations',
      '/generations/new',
      `/generations/${generation.id}`,
      '/review',
      `/review/${generation.id}`,
      ...['account', 'sessions', 'keys', 'members', 'webhooks', 'models', 'limits', 'workspace'].map(
        (name) => `/settings/${name}`,
      ),
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
      const changes = (await usable(page)).filter((name) => CHANGES.test(name));
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
  }, 120_000);
});

it('a new password ends the other sessions, and each session can be ended', async () => {
  const page = await open(ann, '/console/settings/sessions');
  await row(page, 'This session').filter({ hasText: 'Chrome' }).waitFor();
  await button(page, 'End the session node').click();
  await until('it is the only session', async () => (await page.locator('tbody tr').count()) === 1);
  await visit.check();

  const other = await stack.environment.signIn(ann);
  await page.goto('/console/settings/account');
  await page.getByLabel('Name').fill('Ann Example');
  await button(page, 'Save').click();
  await page.getByText('Saved.').waitFor();
  await visit.check();
  const password = 'three drawers of an oak desk';
  await page.getByLabel('Present password').fill('not the password');
  await page.getByLabel('New password').fill(password);
  await button(page, 'Change the password').click();
  await page.getByText('This is not the password.').waitFor();
  await visit.check();
  await page.getByLabel('Present password').fill(ann.password);
  await button(page, 'Change the password').click();
  await page.getByText('The password is changed, and all other sessions have ended.').waitFor();
  await until('the other session has ended', () =>
    other.api.listProducts().then(
      () => false,
      (error: { status?: number }) => error.status === 401,
    ),
  );
  await stack.environment.signIn({ ...ann, password, name: 'Ann Example' });
  await page.getByRole('link', { name: 'Workspace' }).click();
  await page.getByText('It is your only workspace: make another first.').waitFor();
  expect(visit.problems).toEqual([]);
});

it('keeps the language of an account, and follows it in another browser', async () => {
  const page = await open(ann, '/console/settings/account');
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.getByLabel('Language').selectOption('zh');
  await page.getByRole('heading', { name: '账户' }).waitFor();
  await kept;
  const second = await stack.open();
  try {
    await second.signIn(ann);
    await second.page.goto('/console/settings/account');
    const kept = second.page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await second.page.getByLabel('语言').selectOption('en');
    await second.page.getByRole('heading', { name: 'Account' }).waitFor();
    await kept;
  } finally {
    await second.close();
  }
  await page.reload();
  await page.getByRole('heading', { name: 'Account' }).waitFor();
  expect(visit.problems).toEqual([]);
});

it('can be used in the dark, in Chinese, and 320 px wide', async () => {
  visit = await stack.open(PHONE_AT_NIGHT);
  const { page } = visit;
  await visit.signIn(ann);
  await page.goto('/console/settings/limits');
  await page.getByText('，未设预算。').waitFor();
  await page.getByLabel('每月预算（USD）').fill('2.50');
  await button(page, '保存').click();
  await page.getByText('预算 US$2.50').first().waitFor();
  const { data } = await ann.api.getWorkspace({ path: { id: ann.workspaceId } });
  expect(data.monthlyBudgetMicros).toBe(2_500_000);
  await visit.check();
  for (const name of ['账户', '会话', 'API 密钥', '成员', 'Webhook', '模型']) {
    await page.getByRole('navigation', { name: '设置' }).getByRole('link', { name }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await visit.check();
  }

  await page.getByRole('navigation', { name: '设置' }).getByRole('link', { name: '工作区' }).click();
  await button(page, '新建工作区').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名称').fill('二店');
  await dialog.getByLabel('默认站点').selectOption('DE');
  await visit.check();
  await button(dialog, '创建工作区').click();
  await page.waitForURL(/\/products$/);
  await page.goto('/console/settings/workspace');
  expect(await page.getByLabel('默认站点').inputValue()).toBe('DE');
  await button(page, '清除此工作区').click();
  await dialog.getByLabel('请输入名称以确认：二店').fill('二店');
  await visit.check();
  await button(dialog, '清除').click();
  await page.waitForURL(/\/console\/sign-in/);
  expect((await ann.api.listWorkspaces()).data.workspaces).toHaveLength(1);
  expect(visit.problems).toEqual([]);
});
