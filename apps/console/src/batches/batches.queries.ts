// Asks the API about batches and what belongs to them.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  ApiError,
  each,
  type Batch,
  type BatchEstimate,
  type BatchRequest,
  type GenerationSummary,
} from '#client';
import { api } from '../api/ask.client.ts';
import { hasCode } from '../api/failures.rules.ts';
import { listQuery } from '../api/list.queries.ts';
import { productsChanged } from '../reference/records.queries.ts';
import { partsOf, withoutUnknown } from './new/batch-request.rules.ts';
import type { Bucket } from './batch-search.rules.ts';

/** Most that a list gives at a time. */
const MOST = 100;
/** Texts by which a forecast is made. */
const LATEST = 50;
/** Milliseconds between two readings of what runs, and of a batch that no stream tells of. */
const LIST_MS = 10_000;
const BATCH_MS = 2000;

const NOTHING: BatchEstimate = { count: 0, estimate: { inputTokens: 0, outputTokens: 0, costMicros: 0 } };

/** What a batch would be, without the products that are no longer there. */
export interface Estimate extends BatchEstimate {
  /** How many these are. */
  gone: number;
}

/** The batches of the workspace, newest first. */
export const batchesQuery = listQuery(
  ['batches', 'list'],
  (page) => api.listBatches(page),
  ({ batches }) => batches,
  (batches) => batches.some(({ status }) => status === 'RUNNING') && LIST_MS,
);

/** One batch; `isFollowed` says that a stream keeps it up to date. */
export function batchQuery(id: string, isFollowed = false) {
  return queryOptions({
    queryKey: ['batches', 'one', id],
    queryFn: async ({ signal }) => (await api.getBatch({ path: { id }, signal })).data,
    // The stream does not tell what it has cost so far.
    refetchInterval: ({ state: { data } }) => data?.status === 'RUNNING' && (isFollowed ? LIST_MS : BATCH_MS),
  });
}

/** The generations of a batch that stand so, newest first. When the batch has ended, they are read anew. */
export function membersQuery(batchId: string, status: Bucket, isRunning: boolean) {
  return listQuery(
    ['batches', 'members', batchId, status, isRunning],
    ({ query, signal }) => api.listGenerations({ query: { ...query, batchId, status, limit: MOST }, signal }),
    ({ generations }) => generations,
    () => isRunning && LIST_MS,
  );
}

/** The latest texts of an application, for what another one may cost and take. */
export function latestQuery(applicationId: string) {
  return queryOptions({
    queryKey: ['generations', 'latest', applicationId],
    queryFn: async ({ signal }) => {
      const query = { applicationId, status: 'SUCCESS', limit: LATEST } as const;
      return (await api.listGenerations({ query, signal })).data.generations;
    },
  });
}

/** The ids of all products that an import has brought, each once: of a long file, the import itself lists only the first thousand rows. */
export function importedQuery(id: string) {
  return queryOptions({
    queryKey: ['imports', 'products', id],
    queryFn: async ({ signal }) => {
      const ids = new Set<string>();
      const query = { status: 'success', limit: MOST } as const;
      const pages = each((nextToken) =>
        api.listImportItems({ path: { id }, query: { ...query, nextToken }, signal }),
      );
      for await (const { productId } of pages) if (productId !== undefined) ids.add(productId);
      return [...ids];
    },
    staleTime: Infinity, // it has ended, and of a long file this asks a hundred times
  });
}

/** What a request would begin. */
export function estimateQuery(body: BatchRequest) {
  return queryOptions({
    queryKey: ['batches', 'estimate', body],
    queryFn: ({ signal }) => estimate(body, signal),
  });
}

/** What a request would begin, in all of its parts. */
export async function estimate(body: BatchRequest, signal?: AbortSignal): Promise<Estimate> {
  return (await estimateParts(partsOf(body), signal)).reduce(sumOf);
}

/** The requests that together do what is asked for, with their shares of the limit by what each of them would write now. */
export async function sharedParts(body: BatchRequest): Promise<BatchRequest[]> {
  const parts = partsOf(body);
  if (parts.length === 1) return parts;
  return partsOf(
    body,
    (await estimateParts(parts)).map(({ count }) => count),
  );
}

async function estimateParts(parts: readonly BatchRequest[], signal?: AbortSignal): Promise<Estimate[]> {
  const estimates: Estimate[] = [];
  for (const part of parts) estimates.push(await estimatePart(part, signal));
  return estimates;
}

function sumOf(one: Estimate, other: Estimate): Estimate {
  const { estimate: a } = one;
  const { estimate: b } = other;
  return {
    count: one.count + other.count,
    gone: one.gone + other.gone,
    estimate: {
      inputTokens: a.inputTokens + b.inputTokens,
      outputTokens: a.outputTokens + b.outputTokens,
      costMicros: a.costMicros === null || b.costMicros === null ? null : a.costMicros + b.costMicros,
    },
  };
}

/** What a batch would be; one for which no product is left has none. */
async function estimatePart(body: BatchRequest, signal?: AbortSignal): Promise<Estimate> {
  try {
    const { answer, gone } = await withoutGone(body, (present) => estimatePresent(present, signal));
    return { ...answer, gone };
  } catch (error) {
    if (areAllGone(error)) return { ...NOTHING, gone: body.products.ids?.length ?? 0 };
    throw error;
  }
}

async function estimatePresent(present: BatchRequest, signal?: AbortSignal): Promise<BatchEstimate> {
  try {
    const { data } = await api.createBatch({ body: { ...present, dryRun: true }, signal });
    return data as BatchEstimate; // a batch is the answer without `dryRun`
  } catch (error) {
    if (fitsNone(error)) return NOTHING;
    throw error;
  }
}

/** What has become of several batches that were to begin. */
export interface Beginning {
  begun: Batch[];
  /** Why the others have not begun; undefined when none is missing. */
  failure?: Error | undefined;
}

/** Begins batches one after the other, but none for which no product is left, unless that is so of all. */
export async function createBatches(
  bodies: readonly BatchRequest[],
  keyOf: (body: object) => string,
): Promise<Beginning> {
  const begun: Batch[] = [];
  let refusal: Error | undefined;
  for (const body of bodies) {
    try {
      begun.push(await createBatch(body, keyOf));
    } catch (error) {
      if (!fitsNone(error) && !areAllGone(error)) return { begun, failure: error as Error };
      refusal = error as Error;
    }
  }
  return begun.length > 0 ? { begun } : { begun, failure: refusal };
}

/** Whether the API says that none of the products is to be written for. */
function fitsNone(error: unknown): boolean {
  return hasCode(error, 'InvalidArgument') && error.target === 'products';
}

/** Whether none of the products is there any more, where `withoutGone` has thrown it. */
function areAllGone(error: unknown): boolean {
  return hasCode(error, 'UnknownReference') && error.target?.startsWith('products.ids') === true;
}

/** Begins a batch, without products that are no longer there. `keyOf` gives each body its Idempotency-Key. */
async function createBatch(body: BatchRequest, keyOf: (body: object) => string): Promise<Batch> {
  const { answer } = await withoutGone(body, async (present) => {
    const headers = { 'Idempotency-Key': keyOf(present) };
    return (await api.createBatch({ body: present, headers })).data as Batch;
  });
  return answer;
}

/** Ends a batch. */
export async function cancelBatch(id: string): Promise<Batch> {
  return (await api.cancelBatch({ path: { id } })).data;
}

/** The inputs of a generation, apart from its product. */
export async function readInputs(id: string): Promise<Record<string, unknown>> {
  const { productId: _own, ...inputs } = (await api.getGeneration({ path: { id } })).data.inputs;
  return inputs;
}

/** All generations of a batch. */
export async function readMembers(batchId: string): Promise<GenerationSummary[]> {
  const members: GenerationSummary[] = [];
  const pages = each((nextToken) => api.listGenerations({ query: { batchId, limit: MOST, nextToken } }));
  for await (const member of pages) members.push(member);
  return members;
}

/** Puts the new state of a batch into what was read, and makes the lists be read again: those of products, when they are opened next. */
export function keepBatch(queries: QueryClient, batch: Batch): void {
  queries.setQueryData(batchQuery(batch.id).queryKey, batch);
  for (const name of ['list', 'running', 'estimate'])
    void queries.invalidateQueries({ queryKey: ['batches', name] });
  void queries.invalidateQueries({ queryKey: ['batches', 'members', batch.id] });
  void productsChanged(queries);
}

/** Repeats a request without the products that no longer exist, of which the API names at most 20 at a time. */
async function withoutGone<T>(
  body: BatchRequest,
  send: (body: BatchRequest) => Promise<T>,
): Promise<{ answer: T; gone: number }> {
  const before = body.products.ids?.length ?? 0;
  for (let present = body; ;) {
    try {
      return { answer: await send(present), gone: before - (present.products.ids?.length ?? 0) };
    } catch (error) {
      const left = error instanceof ApiError && withoutUnknown(present, error);
      if (!left) throw error;
      present = left;
    }
  }
}
