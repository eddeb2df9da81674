// Asks the API about documents; the only place of this feature that does.
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Document, DocumentCreation, DocumentPatch } from '#client';
import { api } from '../api/ask.client.ts';

/** Entries that are loaded at a time. */
const PAGE = 50;

/** The documents, newest first, page by page. */
export const documentsQuery = infiniteQueryOptions({
  queryKey: ['documents', 'pages'],
  queryFn: async ({ pageParam: nextToken, signal }) =>
    (await api.listDocuments({ query: { limit: PAGE, nextToken }, signal })).data,
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextToken }) => nextToken,
});

/** One document. */
export function documentQuery(id: string) {
  return queryOptions({
    queryKey: ['documents', 'one', id],
    queryFn: async ({ signal }) => (await api.getDocument({ path: { id }, signal })).data,
  });
}

/** The generations whose results were accepted into a document, newest first, page by page. */
export function acceptedQuery(acceptedInto: string) {
  return infiniteQueryOptions({
    queryKey: ['documents', 'accepted', acceptedInto],
    queryFn: async ({ pageParam: nextToken, signal }) =>
      (await api.listGenerations({ query: { acceptedInto, limit: PAGE, nextToken }, signal })).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextToken }) => nextToken,
  });
}

/** The product that a document is about. */
export function productQuery(id: string) {
  return queryOptions({
    queryKey: ['products', 'one', id],
    queryFn: async ({ signal }) => (await api.getProduct({ path: { id }, signal })).data,
  });
}

/** Creates a document. The same key makes it once, however often it is sent. */
export async function createDocument(body: DocumentCreation, key: string): Promise<Document> {
  return (await api.createDocument({ body, headers: { 'Idempotency-Key': key } })).data;
}

/** Changes a document if it still has this version; VersionMismatch if not. */
export async function changeDocument(
  { id, version }: Pick<Document, 'id' | 'version'>,
  body: DocumentPatch,
): Promise<Document> {
  return (await api.updateDocument({ path: { id }, body, headers: { 'If-Match': `"${version}"` } })).data;
}

/** Deletes a document for ever. */
export async function deleteDocument(id: string): Promise<void> {
  await api.deleteDocument({ path: { id } });
}

/** Puts what a document has become into what was read, and has the lists read again. */
export function keepDocument(queries: QueryClient, document: Document): void {
  queries.setQueryData(documentQuery(document.id).queryKey, document);
  readListsAgain(queries);
}

/** Has the lists of documents read again. */
export function readListsAgain(queries: QueryClient): void {
  for (const list of ['pages', 'offered']) void queries.invalidateQueries({ queryKey: ['documents', list] });
}
