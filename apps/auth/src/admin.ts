// What operators do with accounts, cells and workspaces: `admin account create|password|disable|limit|list`,
// `admin cell list|remove`, `admin workspace move|stay`. A password is never an argument, which other users of the machine could
// read: it comes from ACCOUNT_PASSWORD, from stdin or from a prompt.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { z } from 'zod';
import { credentials } from '#contracts';
import { bootTask, ConfigModule } from '#platform/boot';
import { loadConfig } from '#platform/config';
import { DatabaseModule } from '#platform/database';
import {
  accountCommandOf,
  AccountCommandsService,
  LIMIT_NAMES,
  passwordsOf,
} from './accounts/account-commands.service.ts';
import { AccountsService } from './accounts/accounts.service.ts';
import { AccountsStore } from './accounts/accounts.store.ts';
import { CellCommandsService, cellCommandOf } from './cells/cell-commands.service.ts';
import { CellsStore } from './cells/cells.store.ts';
import { APP_ENTITIES, ENTITIES } from './auth.module.ts';
import { adminConfigSchema } from './config.ts';
import { MoveCommandsService, moveCommandOf } from './moves/move-commands.service.ts';
import { MovesModule } from './moves/moves.module.ts';
import { MoveEnded } from './moves/moves.store.ts';

const USAGE = `
admin account create <account>...   prints the ids of each account
admin account password <email>      sets the password and ends all sessions, invitations and API keys
admin account disable <email>       refuses sign-ins and ends all sessions, invitations and API keys
admin account limit <email> <limit>=<n>...  raises or lowers limits of one account; <limit>=default takes that back
admin account list
admin cell list                     the cells, and what erasures each has still to confirm
admin cell remove <cell>            forgets a cell whose servers are gone
admin workspace move <id> <cell>    moves a workspace of this cell to another one; may be run again
admin workspace stay <id>           leaves a workspace where it is whose move has not ended

An account is an e-mail or JSON: {"email", "name"?, "locale"?, "workspaceName"?, "marketplace"?, "accountId"?,
"workspaceId"?}. With the ids of an account that exists, create updates it; another password ends all its sessions, invitations
and API keys.
Passwords are asked for, or read from stdin, one a line, unless ACCOUNT_PASSWORD is set.

Limits of an account: ${LIMIT_NAMES.slice(0, 2).join(', ')}. Of each workspace that it holds:
${LIMIT_NAMES.slice(2, 8).join(', ')},
${LIMIT_NAMES.slice(8).join(', ')}.
`;
const EX_USAGE = 64;

const config = loadConfig(adminConfigSchema);
const name = 'auth-admin';

@Module({
  imports: [
    ConfigModule.forRoot(config),
    DatabaseModule.forRoot(config, name, { entities: ENTITIES, unbound: APP_ENTITIES }),
    MovesModule,
  ],
  providers: [AccountCommandsService, AccountsService, AccountsStore, CellCommandsService, CellsStore],
})
class AuthAdminModule {}

/** Carries out a command, and tells what to print. */
type Task = (app: INestApplicationContext) => AsyncIterable<object>;

const run = await request(process.argv.slice(2));
await bootTask({ name, module: { module: AuthAdminModule }, config }, async (app) => {
  try {
    for await (const record of run(app)) process.stdout.write(`${JSON.stringify(record)}\n`);
  } catch (error) {
    if (!(error instanceof MoveEnded)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(EX_USAGE); // its Job tries again after any other code, and would begin anew
  }
});

/** The command, with its passwords; tells how the task is used, and ends the process, when they do not fit. */
async function request(args: string[]): Promise<Task> {
  try {
    return await taskOf(args);
  } catch (error) {
    process.stderr.write(`${error instanceof z.ZodError ? z.prettifyError(error) : String(error)}\n${USAGE}`);
    process.exit(EX_USAGE);
  }
}

async function taskOf(args: string[]): Promise<Task> {
  if (args[0] === 'cell') {
    const command = cellCommandOf(args.slice(1));
    return (app) => app.get(CellCommandsService, { strict: false }).run(command);
  }
  if (args[0] === 'workspace') {
    const command = moveCommandOf(args.slice(1));
    return (app) => app.get(MoveCommandsService, { strict: false }).run(command);
  }
  const command = accountCommandOf(args);
  const passwords = await readPasswords(passwordsOf(command));
  return (app) => app.get(AccountCommandsService, { strict: false }).run(command, passwords);
}

/** Reads this many passwords. A person at a terminal is asked for each, and what is typed is not shown. */
async function readPasswords(count: number): Promise<string[]> {
  if (count === 0) return [];
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
