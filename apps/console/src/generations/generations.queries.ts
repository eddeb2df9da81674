// Asks the API about generations and what belongs to them.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { each } from '#client';
import type {
  AcceptanceRequest,
  CheckRequest,
  Document,
  Generation,
  GenerationCheck,
  GenerationRequest,
  Marketplace,
  Product,
  ProductPatch,
  RetryRequest,
} from '#client';
import { api } from '../api/ask.client.ts';
import { listQuery } from '../api/list.queries.ts';
import { present } from '../api/present.rules.ts';
import type { LimitPolicy } from '../text-display/limits.rules.ts';
import { applicationQuery, generationQuery, productsChanged } from '../reference/records.queries.ts';
import { generationFiltersOf, type GenerationSearch, type ReviewSearch } from './generation-search.rules.ts';

/** Milliseconds between two readings of a list in which something runs. */
const LIST_MS = 10_000;
/** Documents that are offered at a time. */
const OFFERED = 20;
/** Policies that are read at a time. */
const MOST_POLICIES = 100;
const FIVE_MINUTES = 300_000;

/** The generations that the filters choose, newest first. */
export function generationsQuery(search: GenerationSearch) {
  const filters = generationFiltersOf(search);
  return listQuery(
    ['generations', 'list', filters],
    ({ query, signal }) => api.listGenerations({ query: { ...query, ...filters }, signal }),
    ({ generations }) => generations,
    (generations) => generations.some(({ status }) => status === 'RUNNING') && LIST_MS,
  );
}

/** The results that nobody has reviewed, newest first. It is not read anew while a person goes through it. */
export function reviewQuery(search: ReviewSearch) {
  const filters = generationFiltersOf({ ...search, review: 'PENDING' });
  const list = listQuery(
    ['generations', 'review', filters],
    ({ query, signal }) => api.listGenerations({ query: { ...query, ...filters }, signal }),
    ({ generations }) => generations,
  );
  return { ...list, staleTime: Infinity };
}

/** An application at the version that a generation used; a version does not change. */
export function usedApplicationQuery(id: string, version: number) {
  return { ...applicationQuery(id, version), staleTime: FIVE_MINUTES };
}

/** The policies on lengths that hold at a marketplace in a language (a BCP 47 tag), built-in ones and those of the workspace. */
export function limitPoliciesQuery(place: { marketplace?: Marketplace; language?: string }) {
  return queryOptions({
    queryKey: ['policies', 'limits', place],
    queryFn: async ({ signal }): Promise<LimitPolicy[]> => {
      const found: LimitPolicy[] = [];
      const page = (nextToken?: string) =>
        api.listPolicies({ query: { ...place, limit: MOST_POLICIES, nextToken }, signal });
      for await (const { limit, ...policy } of each(page)) if (limit) found.push({ ...policy, limit });
      return found;
    },
    staleTime: FIVE_MINUTES,
  });
}

/** The documents, newest first. */
export const documentsQuery = listQuery(
  ['documents', 'offered'],
  ({ query, signal }) => api.listDocuments({ query: { ...query, limit: OFFERED }, signal }),
  ({ documents }) => documents,
);

/** A document as it is now. */
export async function readDocument(id: string): Promise<Document> {
  return (await api.getDocument({ path: { id } })).data;
}

/** Creates a generation. The same key makes it once, however often it is sent. */
export async function createGeneration(body: GenerationRequest, key: string): Promise<Generation> {
  return (await api.createGeneration({ body, headers: { 'Idempotency-Key': key } })).data;
}

/** Writes the same again as a new generation. */
export async function writeAgain(id: string, body: RetryRequest, key: string): Promise<Generation> {
  return (await api.retryGeneration({ path: { id }, body, headers: { 'Idempotency-Key': key } })).data;
}

/** Stops a generation; one that has ended stays as it is. */
export async function cancelGeneration(id: string): Promise<Generation> {
  return (await api.cancelGeneration({ path: { id } })).data;
}

/** Accepts a result. With `ifVersion`, VersionMismatch when the product or document has another version. */
export async function acceptGeneration(
  id: string,
  body: AcceptanceRequest,
  ifVersion: number | undefined,
  key?: string,
): Promise<Generation> {
  const ifMatch = ifVersion === undefined ? undefined : `"${ifVersion}"`;
  const headers = present({ 'If-Match': ifMatch, 'Idempotency-Key': key });
  return (await api.acceptGeneration({ path: { id }, body, headers })).data;
}

/** Rejects a result. */
export async function rejectGeneration(id: string, reason?: string): Promise<Generation> {
  return (await api.rejectGeneration({ path: { id }, body: present({ reason: reason || undefined }) })).data;
}

/** What the quality check finds in a text that a person wrote. */
export async function checkText(body: CheckRequest, signal?: AbortSignal): Promise<GenerationCheck[]> {
  return (await api.checkContent({ body, signal })).data.checks;
}

/** Puts a product back, unless it has changed since: then VersionMismatch. */
export async function putBack(product: Product, patch: ProductPatch): Promise<Product> {
  const headers = { 'If-Match': `"${product.version}"` };
  return (await api.updateProduct({ path: { id: product.id }, body: patch, headers })).data;
}

/** Gives a document its former text back, unless it has changed since: then VersionMismatch. */
export async function putTextBack({ id, version }: Document, content: string): Promise<void> {
  await api.updateDocument({ path: { id }, body: { content }, headers: { 'If-Match': `"${version}"` } });
}

/** Deletes a document. */
export async function deleteDocument(id: string): Promise<void> {
  await api.deleteDocument({ path: { id } });
}

/** Puts the new state of a generation into what was read, and makes the lists be read again: those of products, when they are opened next. */
export function keepGeneration(queries: QueryClient, generation: Generation): void {
  queries.setQueryData(generationQuery(generation.id).queryKey, generation);
  void queries.invalidateQueries({ queryKey: ['generations', 'list'] });
  void queries.invalidateQueries({ queryKey: ['generations', 'running'] });
  void productsChanged(queries);
}
