// What a person has typed into the form of a document, and its difference from the document. Pure.
import type { Document, DocumentCreation, DocumentPatch } from '#client';
import { present } from '../api/present.rules.ts';
import { changedTexts, type Draft } from '../form/record/versions.rules.ts';

export type DocumentField = 'title' | 'product' | 'content';

/** The form; `product` is the id of the product that the document is about, or empty. */
export type DocumentDraft = Draft<DocumentField>;

export const EMPTY_DRAFT: DocumentDraft = { title: '', product: '', content: '' };

/** Most bytes of UTF-8 in the content. */
export const MOST_BYTES = 64 * 1024;

/** The form of a document. */
export function draftOf({ title, productId = '', content }: Document): DocumentDraft {
  return { title, product: productId, content };
}

/** What has to be sent to change a document from `base` to `draft`: the fields that differ. */
export function patchOf(base: DocumentDraft, draft: DocumentDraft): DocumentPatch {
  const { title, product, content } = draft;
  const changed = new Set(changedTexts(base, draft));
  return present({
    title: changed.has('title') ? title : undefined,
    productId: changed.has('product') ? product || null : undefined,
    content: changed.has('content') ? content : undefined,
  });
}

/** The body of a new document. */
export function creationOf({ title, product, content }: DocumentDraft): DocumentCreation {
  return present({ title, content, productId: product || undefined });
}

/** The length of a text as the API limits it, in bytes of UTF-8. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
