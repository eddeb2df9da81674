// Documents as the API has them, and what a write changes of one. Pure.
import { defined, toUnixSeconds, withoutNulls, type Document, type DocumentPatch } from '#contracts';
import type { DocumentEntity } from './documents.entity.ts';

/** What people write of a document. */
export type DocumentFields = Pick<DocumentEntity, 'title' | 'content' | 'kind' | 'productId'>;

/** The document as the API has it. */
export function toDocument({
  id,
  title,
  content,
  kind,
  productId,
  version,
  createdAt,
  updatedAt,
}: Omit<DocumentEntity, 'workspaceId'>): Document {
  return withoutNulls({
    id,
    title,
    content,
    kind,
    productId,
    version,
    createdAt: toUnixSeconds(createdAt),
    updatedAt: toUnixSeconds(updatedAt),
  });
}

/** The fields of a document after a patch; undefined when it changes nothing. */
export function changesOf(document: DocumentEntity, patch: DocumentPatch): DocumentFields | undefined {
  const { title, content, kind, productId } = { ...document, ...defined(patch) };
  const changed = { title, content, kind, productId };
  const isSame = Object.entries(changed).every(
    ([name, value]) => document[name as keyof DocumentFields] === value,
  );
  return isSame ? undefined : changed;
}
