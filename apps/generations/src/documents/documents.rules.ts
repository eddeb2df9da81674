// Documents as the API has them, and what a write changes of one. Pure.
import { toUnixSeconds, withoutNulls, type Document, type DocumentPatch } from '#contracts';
import type { DocumentEntity } from './documents.entity.ts';

/** What people write of a document. */
export type DocumentFields = Pick<DocumentEntity, 'title' | 'content' | 'productId'>;

/** The document as the API has it. */
export function toDocument({
  id,
  title,
  content,
  productId,
  version,
  createdAt,
  updatedAt,
}: Omit<DocumentEntity, 'workspaceId'>): Document {
  return withoutNulls({
    id,
    title,
    content,
    productId,
    version,
    createdAt: toUnixSeconds(createdAt),
    updatedAt: toUnixSeconds(updatedAt),
  });
}

/** The fields of a document after a patch; undefined when it changes nothing. */
export function changesOf(document: DocumentEntity, patch: DocumentPatch): DocumentFields | undefined {
  const { title = document.title, content = document.content, productId = document.productId } = patch;
  const isSame = title === document.title && content === document.content && productId === document.productId;
  return isSame ? undefined : { title, content, productId };
}
