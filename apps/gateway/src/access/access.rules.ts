// Decides what a role and the scopes of an API key allow. Pure.
import {
  ACCESS_OF_ROLE,
  ACCESS_STEPS,
  AppError,
  type AccessStep,
  type AnswerOf,
  type Elsewhere,
  type getMembership,
  type Role,
} from '#contracts';

/** Where the API document says what an operation needs: a step, and whether API keys may take it. */
export const REQUIRED_ACCESS = 'x-required-access';

/** What an operation needs, apart from its authentication. */
export interface RequiredAccess {
  /** The step that it takes. Absent: `read` for GET, `write` for any other method. */
  step?: AccessStep;
  /** Path parameter of the workspace in which the role counts; absent: the workspace of the token. */
  workspaceParam?: string;
  /** Path parameter of the account that it concerns; people may always do it to their own account. */
  accountParam?: string;
  /** Field of the body that asks only to compute: with true the step is `read`. */
  dryRunField?: string;
  /** True when API keys are refused, whatever their scopes. */
  sessionOnly?: boolean;
}

/** What auth knows of an account in a workspace. */
export type Membership = AnswerOf<typeof getMembership>;

/** Why an account is refused in its workspace: it is no member any more, or another cell has the workspace. */
export function refusalOf({ role, elsewhere }: Membership): AppError | undefined {
  if (!role) return new AppError('InvalidToken');
  return elsewhere && misdirected(elsewhere);
}

/** The refusal of a request about a workspace that another cell has; the details are for programs. */
export function misdirected({ cell, url }: Elsewhere): AppError {
  const details = [{ code: 'cell', message: cell }];
  if (url !== undefined) details.push({ code: 'url', message: url });
  return new AppError('MisdirectedRequest', {
    message: `Another cell has this workspace: ${url ?? cell}. Send the request there.`,
    details,
  });
}

/** The step that an operation takes. */
export function stepOf({ step }: RequiredAccess, method: string): AccessStep {
  return step ?? (['GET', 'HEAD'].includes(method) ? 'read' : 'write');
}

/** True when the role, and the scopes of the API key if there is one, allow a step. */
export function isAllowed(step: AccessStep, role: Role, scopes: readonly AccessStep[] | undefined): boolean {
  const granted = scopes ? Math.max(...scopes.map(rank)) : rank('admin');
  return rank(step) <= Math.min(rank(ACCESS_OF_ROLE[role]), granted);
}

function rank(step: AccessStep): number {
  return ACCESS_STEPS.indexOf(step);
}
