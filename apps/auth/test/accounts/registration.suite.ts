// Tests registrations and changes of accounts over the real bus.
import { decodeJwt } from 'jose';
import { createAccount, createSession, getAccount, updateAccount, type Actor } from '#contracts';
import { newId } from '#platform/context';
import type { Bus } from '#platform/messaging';
import type { NewAccount } from '../../src/accounts/accounts.service.ts';
import { AccountsStore } from '../../src/accounts/accounts.store.ts';
import { PasswordsService } from '../../src/accounts/passwords.service.ts';
import { RegistrationService } from '../../src/accounts/registration.service.ts';
import { PASSWORD, type RunningAuth } from '../running-auth.ts';

export const registration = (shared: () => RunningAuth): void =>
  describe('registration', () => {
    let auth: RunningAuth;
    let gateway: Bus;
    beforeAll(async () => {
      auth = shared();
      gateway = await auth.busOf('gateway');
    });

    async function signIn({ email, password }: Pick<NewAccount, 'email' | 'password'>): Promise<Actor> {
      const { accessToken } = await gateway.request(createSession, { email, password });
      const { sub = '', wid, sid } = decodeJwt<{ wid: string; sid: string }>(accessToken);
      return { accountId: sub, workspaceId: wid, sessionId: sid };
    }

    describe('a registration', () => {
      const person = () => ({ email: `${newId()}@example.com`, password: PASSWORD });

      it('makes an account and a workspace that it owns', async () => {
        const { email, password } = person();
        const request = { email: email.toUpperCase(), password, name: '安娜 🦊', locale: 'zh' as const };
        const registered = await gateway.request(createAccount, request);
        const actor = await signIn({ email, password });
        const account = await gateway.request(getAccount, { actor });
        expect(account).toMatchObject(registered);
        expect(registered).toMatchObject({ id: actor.accountId, email, name: '安娜 🦊', locale: 'zh' });
        expect(registered.workspaces).toEqual([
          { id: actor.workspaceId, name: '安娜 🦊', role: 'owner', marketplace: 'US' },
        ]);
      });

      it('is refused for an e-mail that an account has, whatever its case, also of several at once', async () => {
        const { email, password } = person();
        const same = [email, email.toUpperCase(), email, email];
        const all = await Promise.allSettled(
          same.map((one) => gateway.request(createAccount, { email: one, password, locale: 'en' })),
        );
        expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        for (const one of all)
          if (one.status === 'rejected')
            expect(one.reason).toMatchObject({ code: 'AlreadyExists', target: 'email' });
        const { rows } = await auth.owner.query('SELECT FROM account WHERE email = $1', [email]);
        expect(rows).toHaveLength(1);
      });

      it.each([
        ['email', { email: 'a@b' }],
        ['email', { email: `${'x'.repeat(250)}@example.com` }],
        ['email', { email: `${'x'.repeat(65)}@example.com` }],
        ['email', { email: `ana@${'x'.repeat(64)}.com` }],
        ['email', { email: 'ana@shop-.example.com' }],
        ['email', { email: 'ana@example.com\r\nBcc: x@example.com' }],
        ['password', { password: 'qwertyuiop123' }],
        ['password', { email: 'annabel.lee.1849@example.com', password: 'annabel.lee.1849' }],
        ['name', { name: '' }],
        ['name', { name: '   ' }],
        ['name', { name: 'x'.repeat(101) }],
        ['name', { name: 'Ana\u0000' }],
        ['locale', { locale: 'fr' as never }],
      ])('is refused for a bad %s: %j', async (target, change) => {
        const request = { ...person(), locale: 'en' as const, ...change };
        const error: unknown = await gateway
          .request(createAccount, request)
          .catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ code: 'InvalidArgument', target });
      });
    });

    it('a registration is refused while registration is closed', async () => {
      const [store, passwords] = [AccountsStore, PasswordsService].map((one) =>
        auth.app.get<unknown>(one, { strict: false }),
      ) as [AccountsStore, PasswordsService];
      const closed = new RegistrationService(store, passwords, { REGISTRATION: 'closed' });
      const request = { email: `${newId()}@example.com`, password: PASSWORD, locale: 'en' as const };
      await expect(closed.register(request)).rejects.toMatchObject({ code: 'Forbidden' });
    });

    describe('a change of the account', () => {
      it('sets what it names, and returns the account', async () => {
        const account = await auth.putAccount();
        const actor = await signIn(account);
        const before = await gateway.request(getAccount, { actor });
        const renamed = await gateway.request(updateAccount, { actor, change: { name: 'Anna' } });
        expect({ ...renamed, updatedAt: 0 }).toEqual({ ...before, name: 'Anna', updatedAt: 0 });
        const changed = await gateway.request(updateAccount, { actor, change: { locale: 'en' } });
        expect(changed).toMatchObject({ name: 'Anna', locale: 'en', email: account.email });
        const { rows } = await auth.owner.query('SELECT updated_at FROM account WHERE id = $1', [
          actor.accountId,
        ]);
        await gateway.request(updateAccount, { actor, change: {} });
        await gateway.request(updateAccount, { actor, change: { name: 'Anna' } });
        const after = await auth.owner.query('SELECT updated_at FROM account WHERE id = $1', [
          actor.accountId,
        ]);
        expect(after.rows).toEqual(rows);
      });
    });
  });
