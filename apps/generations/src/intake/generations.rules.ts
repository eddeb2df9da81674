// Maps rows to the API's generations, and makes titles.
import { GENERATION_ERRORS, toUnixSeconds, type Generation } from '#contracts';
import type { GenerationRow } from './generations.store.ts';

/** Maximum length of a title, in code points. */
export const MAX_TITLE = 200;

/** The generation as it was accepted: the first answer, and the answer to every replay. */
export function toAcceptedGeneration(row: GenerationRow): Generation {
  return {
    id: row.id,
    accountId: row.accountId,
    workspaceId: row.workspaceId,
    applicationId: row.applicationId,
    applicationName: row.applicationName,
    documentId: row.documentId ?? undefined,
    documentTitle: row.documentTitle ?? undefined,
    productId: row.productId ?? undefined,
    productTitle: row.productTitle ?? undefined,
    title: row.title,
    inputs: row.inputs,
    environment: row.environment,
    manual: row.manual,
    status: 'RUNNING',
    createdAt: toUnixSeconds(row.createdAt),
    deadlineAt: toUnixSeconds(row.deadlineAt),
  };
}

/** The generation as it stands now. */
export function toGeneration(row: GenerationRow): Generation {
  const { status, completedAt, errorCode } = row;
  return {
    ...toAcceptedGeneration(row),
    status,
    invocationId: status === 'SUCCESS' ? (row.invocationId ?? undefined) : undefined,
    resultType: row.resultType ?? undefined,
    result: row.result ?? undefined,
    checks: row.checks ?? undefined,
    usage: row.usage ?? undefined,
    completedAt: completedAt === null ? undefined : toUnixSeconds(completedAt),
    errorCode: errorCode ?? undefined,
    errorMessage: errorCode === null ? undefined : GENERATION_ERRORS[errorCode],
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
