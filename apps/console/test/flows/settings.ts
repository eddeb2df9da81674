// API keys and webhooks: made, used, shown once, and gone.
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
