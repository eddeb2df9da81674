// What operators do with accounts: `admin account create|password|disable|list`. A password is never an argument, which
// other users of the machine could read: it comes from ACCOUNT_PASSWORD, from stdin or from a prompt.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Module } from '@nestjs/common';
import { z } from 'zod';
import { account, credentials, marketplace, uuid, workspace } from '#contracts';
import { bootTask } from '#platform/boot';
import { loadConfig } from '#platform/config';
import { newId } from '#platform/context';
import { DatabaseModule } from '#platform/database';
import { AccountsService } from './accounts/accounts.service.ts';
import { AccountsStore } from './accounts/accounts.store.ts';
import { APP_ENTITIES, ENTITIES } from './auth.module.ts';
import { adminConfigSchema } from './config.ts';

const USAGE = `
admin account create <account>...   prints the ids of each account
admin account password <email>      sets the password and ends all sessions
admin account disable <email>       refuses sign-ins and ends all sessions
admin account list

An account is an e-mail or JSON: {"email", "name"?, "locale"?, "workspaceName"?, "marketplace"?, "accountId"?,
"workspaceId"?}. With the ids of an account that exists, create updates it. Passwords are asked for, or read from stdin,
one a line, unless ACCOUNT_PASSWORD is set.
`;
const EX_USAGE = 64;

const newAccount = z
  .strictObject({
    email: credentials.shape.email,
    name: account.shape.name.optional(),
    locale: account.shape.locale.default('en'),
    workspaceName: workspace.shape.name.optional(),
    marketplace: marketplace.default('US'),
    accountId: uuid.default(newId),
    workspaceId: uuid.default(newId),
  })
  .transform(({ name = '', workspaceName = name, ...rest }) => ({ ...rest, name, workspaceName }));

type Work = (accounts: AccountsService) => Promise<void>;

/** What each command does with its arguments, once it has read its passwords. */
const COMMANDS: Record<string, (args: string[]) => Work | Promise<Work>> = {
  async create(args) {
    const plans = z.array(newAccount).min(1).parse(args.map(accountOf));
    const passwords = await readPasswords(plans.length);
    return async (accounts) => {
      for (const [n, plan] of plans.entries()) {
        await accounts.put({ ...plan, password: passwords[n]! });
        print({ email: plan.email, accountId: plan.accountId, workspaceId: plan.workspaceId });
      }
    };
  },
  async password(args) {
    const [email] = z.tuple([credentials.shape.email]).parse(args);
    const [password] = await readPasswords(1);
    return (accounts) => accounts.setPassword(email, password!);
  },
  disable(args) {
    const [email] = z.tuple([credentials.shape.email]).parse(args);
    return (accounts) => accounts.disable(email);
  },
  list(args) {
    z.tuple([]).parse(args);
    return async (accounts) => {
      for await (const one of accounts.list()) print(one);
    };
  },
};

const config = loadConfig(adminConfigSchema);
const name = 'auth-admin';

@Module({
  imports: [DatabaseModule.forRoot(config, name, { entities: ENTITIES, unbound: APP_ENTITIES })],
  providers: [AccountsService, AccountsStore],
})
class AuthAdminModule {}

const work = await workOf(process.argv.slice(2));
await bootTask({ name, module: { module: AuthAdminModule }, config }, (app) =>
  work(app.get(AccountsService, { strict: false })),
);

async function workOf([noun, verb = '', ...args]: string[]): Promise<Work> {
  try {
    const command = noun === 'account' ? COMMANDS[verb] : undefined;
    if (!command) throw new Error('There is no such command.');
    return await command(args);
  } catch (error) {
    process.stderr.write(`${error instanceof z.ZodError ? z.prettifyError(error) : String(error)}\n${USAGE}`);
    process.exit(EX_USAGE);
  }
}

function accountOf(text: string): unknown {
  return text.startsWith('{') ? JSON.parse(text) : { email: text };
}

/** Reads this many passwords. A person at a terminal is asked for each, and what is typed is not shown. */
async function readPasswords(count: number): Promise<string[]> {
  if (config.ACCOUNT_PASSWORD !== undefined) return Array<string>(count).fill(config.ACCOUNT_PASSWORD);
  const { isTTY } = process.stdin;
  const hidden = new Writable({ write: (_text, _encoding, done) => done() });
  const input = createInterface({ input: process.stdin, output: hidden, terminal: isTTY });
  const lines = input[Symbol.asyncIterator]();
  const passwords: unknown[] = [];
  while (passwords.length < count) {
    if (isTTY) process.stderr.write('Password: ');
    passwords.push((await lines.next()).value);
    if (isTTY) process.stderr.write('\n');
  }
  input.close();
  return z.array(credentials.shape.password).parse(passwords);
}

function print(record: object): void {
  process.stdout.write(`${JSON.stringify(record)}\n`);
}
