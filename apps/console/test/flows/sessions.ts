// The page as the gateway serves it, and sessions: in, refused, expired, back to the place.
import type { Page } from 'playwright-core';
import type { Person } from '#testing/environment';
import { until } from '#testing/until';
import type { Stack, Visit } from '../visit.ts';

export function sessionFlows(stack: Stack): void {
  describe('the gateway', () => servedPage(stack));
  describe('a session', () => sessions(stack));
}

function servedPage(stack: Stack): void {
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(new URL(path, stack.environment.baseUrl), { redirect: 'manual', ...init });

  it('serves the page under a policy with a new nonce each time, at every address of a page', async () => {
    const nonces = new Set<string>();
    for (const path of ['/console/', '/console/products/7', '/console/sign-in?next=/']) {
      const answer = await ask(path);
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      });
      const policy = answer.headers.get('content-security-policy') ?? '';
      const [, nonce = ''] = /'nonce-([\w-]{22})'/.exec(policy) ?? [];
      expect(await answer.text()).toContain(`nonce="${nonce}"`);
      expect(policy).toContain(
        `img-src 'self' data: https://m.media-amazon.com ${stack.environment.sandboxUrl};`,
      );
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it('serves the files of the page compressed and for ever, and nothing else below them', async () => {
    const [, script = ''] =
      /src="(\/console\/assets\/[^"]+)"/.exec(await (await ask('/console/')).text()) ?? [];
    const answer = await ask(script, { headers: { 'accept-encoding': 'br' } });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': expect.stringMatching(/javascript/),
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    for (const other of ['nope.js', 'a/b.js', '..%2findex.html', `${script}.map`.split('/').at(-1)!]) {
      const refused = await ask(`/console/assets/${other}`);
      expect([other, refused.status]).toEqual([other, 404]);
      expect(refused.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('leads from its address to the page, which is only read', async () => {
    expect((await ask('/')).headers.get('location')).toBe('/console/');
    const folder = await ask('/console');
    expect([folder.status, folder.headers.get('location')]).toEqual([308, '/console/']);
    const posted = await ask('/console/products', { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
}

function sessions(stack: Stack): void {
  let ann: Person;
  let visit: Visit;
  beforeAll(async () => {
    [ann] = await stack.environment.addPeople('ann');
  });

  it('leads who is signed out to the sign-in, and back to the address', async () => {
    visit = await stack.open();
    const { page } = visit;
    await page.goto('/console/nothing?genre=Retailer');
    await page.waitForURL(/\/console\/sign-in\?next=/);
    await visit.title('Sign in · Shelfscribe');
    await visit.fillIn(ann);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/console/nothing?genre=Retailer');
    await visit.title('Not found · Shelfscribe');
    await visit.check();
  });

  it('refuses a wrong password in the language of the page, and puts the focus into the password', async () => {
    visit = await stack.open({ locale: 'zh-CN' });
    const { page } = visit;
    let refusals = 0;
    page.on('response', (response) => (refusals += response.status() === 401 ? 1 : 0));
    await page.goto('/console');
    await visit.fillIn({ ...ann, password: 'not the password' });
    await page.getByText('邮箱或密码错误。').waitFor();
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'password');
    await expect(page.evaluate(() => document.documentElement.lang)).resolves.toBe('zh');
    expect(refusals).toBe(1);
    await visit.check();
  });

  it('keeps the session over a reload, and no token where a script can read it', async () => {
    visit = await stack.open();
    const { page } = visit;
    await visit.signIn(ann);
    await page.goto('/console/nothing');
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    expect(page.url()).not.toMatch(/eyJ/);
    const kept = await storage(page);
    expect(kept).toContain('shelfscribe.session');
    expect(kept).not.toMatch(/eyJ|token/i);
  });

  describe('an ended session', () => {
    /** Ends the session of the visit, and waits until its token is refused. */
    async function end(page: Page, path: string): Promise<void> {
      const asked = page.waitForRequest((request) => request.headers().authorization !== undefined);
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const { authorization = '' } = (await asked).headers();
      await ann.api.endOtherSessions();
      // The gateway hears of it soon, not at once: a page that it still serves does not ask for the password.
      await until('the token of the page is refused', async () => {
        const { status } = await fetch(`${stack.environment.baseUrl}/products`, {
          headers: { authorization },
        });
        return status === 401;
      });
    }

    async function signInAgain(page: Page): Promise<void> {
      const dialog = page.getByRole('dialog', { name: 'Sign in' });
      await dialog.waitFor();
      await dialog.locator('input[name=password]').fill(ann.password);
      await dialog.locator('button[type=submit]').click();
      await dialog.waitFor({ state: 'detached' });
    }

    it('asks for the password over the page, and leads back to it', async () => {
      visit = await stack.open();
      const { page } = visit;
      await visit.signIn(ann);
      await end(page, '/console/nothing');
      // By an event: a read for the header may have brought the dialog already.
      await page.locator('a[href="/console/imports"]').first().dispatchEvent('click');
      await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
      await visit.check();
      await signInAgain(page);
      await page.getByRole('heading', { name: 'Imports' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Imports' }).waitFor();
    });

    it('leaves a form as it was, to be sent once more to the same workspace', async () => {
      const { data: second } = await ann.api.createWorkspace({ body: { name: 'Second shop' } });
      visit = await stack.openAs(ann, '/console/imports');
      const { page } = visit;
      await page.getByRole('heading', { name: 'Imports' }).waitFor();
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByLabel('Workspace').selectOption(second.id);
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      await end(page, '/console/products/new');
      // By events, for the same reason.
      await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Ash bench');
      await page.locator('main form').dispatchEvent('submit');
      await signInAgain(page);
      await page.getByText('You are signed in again').waitFor();
      await page.waitForFunction(() => document.activeElement?.closest('main form'));
      await expect(page.getByRole('textbox', { name: 'Title', exact: true }).inputValue()).resolves.toBe(
        'Ash bench',
      );
      await page.getByRole('textbox', { name: 'Title', exact: true }).press('Control+Enter');
      await page.getByRole('heading', { level: 1, name: 'Ash bench' }).waitFor();
      expect((await ann.api.listProducts()).data.products).toEqual([]);
      expect(visit.problems).toEqual([]);
    });
  });
}

/** Everything that the browser keeps and a script could read. */
export function storage(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
}
