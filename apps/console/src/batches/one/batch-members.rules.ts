// What became of the generations of a batch: why they failed, what another try asks for, a file of them. Pure.
import type { Batch, BatchRequest, GenerationEnvironment, GenerationSummary } from '#client';
import { csvOf } from '../../file/csv.rules.ts';
import { environmentAgain } from '../../form/writing/writing-settings.rules.ts';
import type { Bucket } from '../batch-search.rules.ts';
import { partsOf } from '../new/batch-request.rules.ts';

/** A reason for which generations failed. */
export interface Reason {
  code: string;
  message: GenerationSummary['errorMessage'];
  count: number;
}

/** The share of the products that have ended, 0 to 100. */
export function percentOf({ total, waiting, running }: Batch['counts']): number {
  return total === 0 ? 100 : Math.floor(((total - waiting - running) / total) * 100);
}

/** What to look at first: the failures of a batch that has ended, what runs before. */
export function firstBucket({ status, counts }: Pick<Batch, 'status' | 'counts'>): Bucket {
  if (status === 'RUNNING') return 'RUNNING';
  return counts.failed > 0 ? 'FAILED' : 'SUCCESS';
}

/** How many generations of a batch stand so. */
export function countIn({ running, success, failed }: Batch['counts'], bucket: Bucket): number {
  return { RUNNING: running, SUCCESS: success, FAILED: failed }[bucket];
}

/** The reasons of failures, the most frequent first. */
export function reasonsOf(failed: readonly GenerationSummary[]): Reason[] {
  const groups = [...Map.groupBy(failed, ({ errorCode }) => errorCode ?? '')];
  return groups
    .map(([code, those]) => ({ code, message: those[0]?.errorMessage, count: those.length }))
    .sort((a, b) => b.count - a.count);
}

/** What the limit of a batch leaves for another try, in millionths; undefined without a limit. An unknown cost takes nothing from it. */
export function leftOf({ maxCostMicros, usage }: Pick<Batch, 'maxCostMicros' | 'usage'>): number | undefined {
  return maxCostMicros === undefined ? undefined : Math.max(0, maxCostMicros - (usage.costMicros ?? 0));
}

/**
 * The batches that repeat failed generations with the same settings. What differs among them was not asked for: each generation
 * had the marketplace and the language of its product. Together they may cost `leftMicros`.
 */
export function retriesOf(
  failed: readonly GenerationSummary[],
  inputs: Readonly<Record<string, unknown>>,
  leftMicros: number | undefined,
): BatchRequest[] {
  const [first] = failed;
  if (!first) return [];
  return partsOf({
    applicationId: first.applicationId,
    environment: sharedOf(failed.map(environmentAgain)),
    inputs: Object.keys(inputs).length > 0 ? inputs : undefined,
    products: { ids: failed.flatMap(({ productId }) => productId ?? []) },
    maxCostMicros: leftMicros,
  });
}

/** What all environments have in common. */
function sharedOf(environments: readonly GenerationEnvironment[]): GenerationEnvironment {
  const isShared = (name: string, value: unknown): boolean =>
    environments.every((one) => one[name as keyof GenerationEnvironment] === value);
  return Object.fromEntries(
    Object.entries(environments[0] ?? {}).filter(([name, value]) => isShared(name, value)),
  );
}

type Cell = string | number | null | undefined;

/** The columns of the file by their headings; of a text, the list of generations has the beginning alone. */
const CELLS: Readonly<Record<string, (member: GenerationSummary, language: 'en' | 'zh') => Cell>> = {
  productId: ({ productId }) => productId,
  title: ({ title }) => title,
  generationId: ({ id }) => id,
  status: ({ status }) => status,
  errorCode: ({ errorCode }) => errorCode,
  errorMessage: ({ errorMessage }, language) => errorMessage?.[language],
  review: ({ review }) => review?.state,
  preview: ({ preview }) => preview,
  model: ({ environment }) => environment.model,
  language: ({ environment }) => environment.language,
  inputTokens: ({ usage }) => usage?.inputTokens,
  outputTokens: ({ usage }) => usage?.outputTokens,
  costMicros: ({ usage }) => usage?.costMicros,
  currency: ({ usage }) => usage?.currency,
};

/** The generations as CSV; costs are in millionths of the currency. */
export function membersCsv(members: readonly GenerationSummary[], language: 'en' | 'zh'): string {
  const rows = members.map((member) => Object.values(CELLS).map((cellOf) => cellOf(member, language)));
  return csvOf(Object.keys(CELLS), rows);
}
