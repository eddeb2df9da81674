// What a person has typed into the form of a document, and its difference from the document. Pure.
import type { Document, DocumentCreation, DocumentKind, DocumentPatch } from '#client';
import { present } from '../api/present.rules.ts';
import { changedTexts, type Draft } from '../form/record/versions.rules.ts';

export type DocumentField = 'title' | 'kind' | 'product' | 'content';

/** What a document is good for, in the order of the form. */
export const KINDS = ['guidance', 'facts'] as const satisfies readonly DocumentKind[];

/** The form; `product` is the id of the product that the document is about, or empty. */
export type DocumentDraft = Draft<DocumentField>;

export const EMPTY_DRAFT: DocumentDraft = { title: '', kind: 'guidance', product: '', content: '' };

/** Most bytes of UTF-8 in the content. */
export const MOST_BYTES = 64 * 1024;

/** The form of a document. */
export function draftOf({ title, kind, productId = '', content }: Document): DocumentDraft {
  return { title, kind, product: productId, content };
}

/** What has to be sent to change a document from `base` to `draft`: the fields that differ. */
export function patchOf(base: DocumentDraft, draft: DocumentDraft): DocumentPatch {
  const { title, kind, product, content } = draft;
  const changed = new Set(changedTexts(base, draft));
  return present({
    title: changed.has('title') ? title : undefined,
    kind: changed.has('kind') ? (kind as DocumentKind) : undefined,
    productId: changed.has('product') ? product || null : undefined,
    content: changed.has('content') ? content : undefined,
  });
}

/** The body of a new document. */
export function creationOf({ title, kind, product, content }: DocumentDraft): DocumentCreation {
  return present({ title, content, kind: kind as DocumentKind, productId: product || undefined });
}

/** The length of a text as the API limits it, in bytes of UTF-8. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
