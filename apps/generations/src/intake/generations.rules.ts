// Maps rows to the API's generations, and makes titles.
import { GENERATION_ERRORS, toUnixSeconds, withoutNulls, type Generation } from '#contracts';
import { toUsage } from '../usage/index.ts';
import type { GenerationRow, InsertedRow } from './generations.store.ts';

/** Maximum length of a title, in code points. */
export const MAX_TITLE = 200;

/** The outcome of a generation that has not ended. */
const NO_OUTCOME = {
  status: 'RUNNING',
  resultType: null,
  result: null,
  checks: null,
  draft: null,
  answeredBy: null,
  claims: null,
  coverage: null,
  promptVersion: null,
  policyVersion: null,
  usage: null,
  errorCode: null,
  errorDetail: null,
  review: null,
  stale: false,
  completedAt: null,
} as const;

/** The generation as it was accepted: the first answer, and the answer to every replay. */
export function toAcceptedGeneration(row: InsertedRow): Generation {
  return toGeneration({ ...row, ...NO_OUTCOME });
}

/** The generation as it stands now. */
export function toGeneration(row: GenerationRow): Generation {
  return { ...withoutNulls(row), ...derivedFields(row) };
}

/** What the derived fields depend on. */
type Derived =
  | 'status'
  | 'invocationId'
  | 'errorCode'
  | 'usage'
  | 'review'
  | 'experimentId'
  | 'createdAt'
  | 'deadlineAt'
  | 'completedAt';

/** The fields of a generation that its row does not have, or has in another form. */
export function derivedFields(row: Pick<GenerationRow, Derived>) {
  const { status, invocationId, errorCode, usage, review, experimentId, createdAt, deadlineAt, completedAt } =
    row;
  return {
    invocationId: status === 'SUCCESS' ? (invocationId ?? undefined) : undefined,
    errorMessage: errorCode === null ? undefined : GENERATION_ERRORS[errorCode],
    usage: usage === null ? undefined : toUsage(usage),
    review:
      review ?? (status === 'SUCCESS' && experimentId === null ? ({ state: 'PENDING' } as const) : undefined),
    createdAt: toUnixSeconds(createdAt),
    deadlineAt: toUnixSeconds(deadlineAt),
    completedAt: completedAt === null ? undefined : toUnixSeconds(completedAt),
  };
}

/** `<application>: <subject>` on one line, at most MAX_TITLE code points; without a subject only the application. */
export function titleOf(applicationName: string, subject: string | undefined): string {
  const line = subject === undefined ? '' : oneLine(subject);
  if (line === '') return applicationName;
  const points = [...`${applicationName}: ${line}`];
  return points.length <= MAX_TITLE ? points.join('') : `${points.slice(0, MAX_TITLE - 1).join('')}…`;
}

/** The text without control characters: no title needs them, and the text type of Postgres refuses NUL. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
