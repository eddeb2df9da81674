// Asks the API about documents.
import type { QueryClient } from '@tanstack/react-query';
import type { Document, DocumentCreation, DocumentPatch } from '#client';
import { api } from '../api/ask.client.ts';
import { listQuery } from '../api/list.queries.ts';
import { documentQuery } from '../reference/records.queries.ts';

/** The documents, newest first. */
export const documentsQuery = listQuery(
  ['documents', 'list'],
  (page) => api.listDocuments(page),
  ({ documents }) => documents,
);

/** The generations whose results were accepted into a document, newest first. */
export function acceptedQuery(acceptedInto: string) {
  return listQuery(
    ['documents', 'accepted', acceptedInto],
    ({ query, signal }) => api.listGenerations({ query: { ...query, acceptedInto }, signal }),
    ({ generations }) => generations,
  );
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
export const deleteDocument = (id: string) => api.deleteDocument({ path: { id } });

/** Puts the new state of a document into what was read, and makes the lists be read again. */
export function keepDocument(queries: QueryClient, document: Document): void {
  queries.setQueryData(documentQuery(document.id).queryKey, document);
  for (const list of ['list', 'offered']) void queries.invalidateQueries({ queryKey: ['documents', list] });
}
