// Does what operators ask for with accounts: the commands of the task `admin`.
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { account, credentials, holderLimits, LIMIT_MAX, marketplace, uuid, workspace } from '#contracts';
import { newId } from '#platform/context';
import { AccountsService } from './accounts.service.ts';

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

/** The number of a limit as it is typed. An empty text is none: as a number it is 0, and the account could make nothing more. */
const most = z
  .string()
  .regex(/^(default|\d{1,9}|1000000000)$/, `must be a whole number from 0 to ${LIMIT_MAX}, or default`)
  .transform((text) => (text === 'default' ? null : Number(text)))
  .optional();

/** What an operator may set for one account. */
export const LIMIT_NAMES = ['workspaces', 'apiKeys', ...holderLimits.keyof().options] as const;

/** Limits of one account, such as `workspaces=50`. */
const accountLimits = z
  .strictObject(Object.fromEntries(LIMIT_NAMES.map((name) => [name, most])))
  .refine(
    ({ runningGenerations: most }) =>
      holderLimits.safeParse({ runningGenerations: most ?? undefined }).success,
    {
      path: ['runningGenerations'],
      message: 'must be at most 10000',
    },
  )
  .refine((limits) => Object.keys(limits).length > 0, 'Name a limit, such as workspaces=50.');

/** What an operator asks for. */
export type AccountCommand =
  | { verb: 'create'; accounts: z.output<typeof newAccount>[] }
  | { verb: 'password' | 'disable'; email: string }
  | { verb: 'limit'; email: string; limits: z.output<typeof accountLimits> }
  | { verb: 'list' };

/** Reads the arguments of the task. Throws when they are no command. */
export function accountCommandOf([noun, verb = '', ...args]: string[]): AccountCommand {
  if (noun !== 'account') throw new Error('There is no such command.');
  switch (verb) {
    case 'create':
      return { verb: 'create', accounts: z.array(newAccount).min(1).parse(args.map(accountOf)) };
    case 'password':
    case 'disable': {
      const [email] = z.tuple([credentials.shape.email]).parse(args);
      return { verb, email };
    }
    case 'limit': {
      const [email, ...pairs] = z.tuple([credentials.shape.email], z.string()).parse(args);
      return {
        verb,
        email,
        limits: accountLimits.parse(Object.fromEntries(pairs.map(limitOf))),
      };
    }
    case 'list':
      z.tuple([]).parse(args);
      return { verb: 'list' };
    default:
      throw new Error('There is no such command.');
  }
}

/** How many passwords a command takes. */
export function passwordsOf(command: AccountCommand): number {
  return command.verb === 'create' ? command.accounts.length : command.verb === 'password' ? 1 : 0;
}

@Injectable()
export class AccountCommandsService {
  constructor(private readonly accounts: AccountsService) {}

  /** Carries out a command, and tells what to print. Errors: AlreadyExists, NotFound. */
  async *run(command: AccountCommand, passwords: readonly string[] = []): AsyncGenerator<object> {
    switch (command.verb) {
      case 'create':
        for (const [n, plan] of command.accounts.entries()) {
          await this.accounts.put({ ...plan, password: passwords[n]! });
          yield { email: plan.email, accountId: plan.accountId, workspaceId: plan.workspaceId };
        }
        break;
      case 'password':
        await this.accounts.setPassword(command.email, passwords[0]!);
        break;
      case 'disable':
        await this.accounts.disable(command.email);
        break;
      case 'limit':
        await this.accounts.limit(command.email, command.limits);
        break;
      case 'list':
        yield* this.accounts.list();
    }
  }
}

/** Name and number of a limit, as in `workspaces=50`. */
function limitOf(text: string): [string, string] {
  const [name = '', number = ''] = text.split('=', 2);
  return [name, number];
}

function accountOf(text: string): unknown {
  return text.startsWith('{') ? JSON.parse(text) : { email: text };
}
