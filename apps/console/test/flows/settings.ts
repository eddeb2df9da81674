// API keys, webhooks and invitations: made, used, shown once, and gone.
import { startWebhookReceiver, verifyWebhook, type WebhookReceiver } from '#testing/neighbours';
import { until } from '#testing/until';
import { exactButton as button, row } from '../find.ts';
import type { Stack } from '../visit.ts';
import { Visitor } from '../visitor.ts';

export function settingFlows(stack: Stack): void {
  const ann = new Visitor(stack, { account: 'each time' });

  it('shows an API key once; revoked, it is refused', async () => {
    const { page, visit } = await ann.open('/settings');
    await page.waitForURL(/\/settings\/account$/);
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'API keys' }).click();
    await page.getByText('There are no API keys yet.').waitFor();
    await visit.check();

    await button(page, 'New key').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Nightly import');
    await dialog.getByLabel('Access').selectOption('Read and write');
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
    const isFocused = (text: string): Promise<unknown> =>
      page.waitForFunction((name) => document.activeElement?.textContent === name, text);
    await isFocused('New key');
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
    await isFocused('API keys');
    expect(visit.problems).toEqual([]);
  });

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
    await page.getByText('Voice: Fenwick, version 2').waitFor();
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

  describe('a webhook', () => {
    let receiver: WebhookReceiver;
    beforeEach(async () => {
      receiver = await startWebhookReceiver();
    });
    afterEach(() => receiver.close());

    it('is made, tested, sent to again, and its failures are found', async () => {
      const { page, visit } = await ann.open('/settings/webhooks');
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
      await row(page, receiver.url).filter({ hasText: '11 types' }).filter({ hasText: 'Enabled' }).waitFor();
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
      await until(
        'only the failed one is listed',
        async () => (await row(page, 'webhook.test').count()) === 1,
      );

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
    });
  });
}
