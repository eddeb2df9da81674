// Defines registrations and changes of accounts.
import { z } from 'zod';
import { request } from '../define.ts';
import { actor } from '../values.ts';
import { account, credentials } from './auth.ts';
import { clientFields, sessionTokens, suspect } from './sessions.ts';

/** A password to be set. How easy it is to guess is checked as well. */
const newPassword = z.string().min(12).max(128).describe('12 to 128 characters, not easy to guess.');

// Written without \P{Cc} and without looking ahead, so that every tool that reads the API document understands it.
const NAME = /^[^\u0000-\u001f\u007f-\u009f]*[^\s\u0000-\u001f\u007f-\u009f][^\u0000-\u001f\u007f-\u009f]*$/u;

const personName = z
  .string()
  .min(1)
  .max(100)
  .regex(NAME, 'Write a name without control characters.')
  .describe('Name of the person.');

// A name of at most 64 characters, and a domain whose parts have at most 63 and end with no hyphen (RFC 5321 and 1035).
const DELIVERABLE = /^[^@]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** Body of a registration. */
export const registration = z
  .strictObject({
    email: credentials.shape.email.refine(
      (email) => DELIVERABLE.test(email),
      'No mail can be sent to this address.',
    ),
    password: newPassword,
    name: personName.optional(),
    locale: account.shape.locale.default('en'),
  })
  .meta({
    id: 'Registration',
    example: { email: 'ana@example.com', password: 'oak table, three drawers', name: 'Ana' },
  });
export type Registration = z.infer<typeof registration>;

/** An account that was just registered; nobody is signed in to it. */
export const registeredAccount = account
  .omit({ currentWorkspaceId: true, auth: true, lastSignInAt: true })
  .meta({ id: 'RegisteredAccount' });
export type RegisteredAccount = z.infer<typeof registeredAccount>;

/** Body that changes the account: an absent field is left as it is. */
export const accountChange = z
  .strictObject({ name: personName.optional(), locale: account.shape.locale.optional() })
  .meta({ id: 'AccountChange', example: { name: 'Ana Example', locale: 'zh' } });
export type AccountChange = z.infer<typeof accountChange>;

/** Body of a change of password. */
export const passwordChange = z
  .strictObject({
    currentPassword: credentials.shape.password.describe('The password until now.'),
    newPassword,
    keepKeys: z
      .boolean()
      .optional()
      .describe('True keeps the API keys of the account; otherwise they end too.'),
    refresh: credentials.shape.refresh,
  })
  .meta({
    id: 'PasswordChange',
    example: { currentPassword: 'shelfscribe-demo', newPassword: 'oak table, three drawers' },
  });
export type PasswordChange = z.infer<typeof passwordChange>;

export const createAccount = request({
  operation: {
    id: 'CreateAccount',
    summary: 'Register an account',
    description:
      'Makes an account and a workspace that it owns, if registration is open. Then sign in. Repeating the request is refused, because the e-mail is taken.',
    answer: 'Registered.',
  },
  subject: 'auth.public.accounts.create',
  since: '1.1.0',
  input: registration,
  output: registeredAccount,
  errors: ['Forbidden', 'AlreadyExists'],
});

export const updateAccount = request({
  operation: {
    id: 'UpdateAccount',
    summary: 'Change the signed-in account',
    description: 'Changes the name or the language of the account; a field that is absent is left as it is.',
    answer: 'The account.',
  },
  subject: 'auth.person.accounts.update',
  since: '1.1.0',
  input: z.object({ actor, change: accountChange }),
  output: account,
  errors: ['InvalidToken'],
  idempotent: true,
  passthrough: true,
});

/** InvalidArgument with the target of the password that is wrong or weak. */
export const changePassword = request({
  operation: {
    id: 'ChangePassword',
    summary: 'Change the password',
    description:
      'Sets a new password, ends every session of the account, the open invitations that it has sent and, unless `keepKeys` is true, its API keys, and signs in anew: the answer is that of a sign-in. A wrong `currentPassword` counts like a failed sign-in.',
    answer: 'Changed, and signed in anew.',
  },
  subject: 'auth.person.accounts.change-password',
  since: '1.1.0',
  input: passwordChange.omit({ refresh: true }).extend({ actor, suspect, ...clientFields }),
  output: sessionTokens,
  errors: ['InvalidToken'],
});
