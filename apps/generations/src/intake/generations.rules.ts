// A generation as clients see it, and how its title is made.
import { GENERATION_ERRORS, type Generation, type GenerationErrorCode } from '#contracts';

/** Code points of a title, at the most. */
export const MAX_TITLE = 200;

/** A generation as it is kept, less what only its worker needs. */
export interface GenerationRow
  extends
    Pick<Generation, 'id' | 'accountId' | 'workspaceId' | 'applicationId' | 'applicationName' | 'title'>,
    Pick<Generation, 'inputs' | 'environment' | 'manual' | 'status'>,
    KeptEnd {
  documentId: string | null;
  documentTitle: string | null;
  productId: string | null;
  productTitle: string | null;
  createdAt: Date;
  deadlineAt: Date;
}

/** How a generation ended; all null while it runs. */
interface KeptEnd {
  /** Of the last claim, so it is known before the end. */
  invocationId: string | null;
  resultType: NonNullable<Generation['resultType']> | null;
  result: NonNullable<Generation['result']> | null;
  checks: NonNullable<Generation['checks']> | null;
  usage: NonNullable<Generation['usage']> | null;
  errorCode: GenerationErrorCode | null;
  completedAt: Date | null;
}

/** The generation as it was when it was accepted: the first answer, also for a replay. */
export function asAccepted(kept: GenerationRow): Generation {
  return {
    id: kept.id,
    accountId: kept.accountId,
    workspaceId: kept.workspaceId,
    applicationId: kept.applicationId,
    applicationName: kept.applicationName,
    documentId: kept.documentId ?? undefined,
    documentTitle: kept.documentTitle ?? undefined,
    productId: kept.productId ?? undefined,
    productTitle: kept.productTitle ?? undefined,
    title: kept.title,
    inputs: kept.inputs,
    environment: kept.environment,
    manual: kept.manual,
    status: 'RUNNING',
    createdAt: seconds(kept.createdAt),
    deadlineAt: seconds(kept.deadlineAt),
  };
}

/** The generation as it stands now. */
export function toGeneration(kept: GenerationRow): Generation {
  const { status, completedAt, errorCode } = kept;
  return {
    ...asAccepted(kept),
    status,
    invocationId: status === 'SUCCESS' ? (kept.invocationId ?? undefined) : undefined,
    resultType: kept.resultType ?? undefined,
    result: kept.result ?? undefined,
    checks: kept.checks ?? undefined,
    usage: kept.usage ?? undefined,
    completedAt: completedAt === null ? undefined : seconds(completedAt),
    errorCode: errorCode ?? undefined,
    errorMessage: errorCode === null ? undefined : GENERATION_ERRORS[errorCode],
  };
}

/** Whole Unix seconds: the one place where this service's times become the API's. */
function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

/** `<application>: <subject>`, on one line and of bounded length; only the application without a subject. */
export function titleOf(applicationName: string, subject: string | undefined): string {
  const line = subject === undefined ? '' : oneLine(subject);
  if (line === '') return applicationName;
  const points = [...`${applicationName}: ${line}`];
  return points.length <= MAX_TITLE ? points.join('') : `${points.slice(0, MAX_TITLE - 1).join('')}…`;
}

/** Without control characters, which Postgres' text does not take (NUL) and no title needs. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
