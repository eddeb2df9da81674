// Tests the form of a document.
import type { Document } from '#client';
import { bytesOf, creationOf, draftOf, EMPTY_DRAFT, patchOf } from './document-draft.rules.ts';

const document: Document = {
  id: 'd',
  title: 'Voice',
  content: 'Plain.',
  kind: 'guidance',
  version: 2,
  createdAt: 0,
  updatedAt: 0,
};
const base = draftOf(document);

it('sends the fields that changed', () => {
  expect(patchOf(base, base)).toEqual({});
  expect(patchOf(base, { ...base, content: '' })).toEqual({ content: '' });
  const about = draftOf({ ...document, productId: 'p' });
  expect(patchOf(base, about)).toEqual({ productId: 'p' });
  expect(patchOf(about, base)).toEqual({ productId: null });
  expect(patchOf(base, { ...base, kind: 'facts' })).toEqual({ kind: 'facts' });
});

it('sends what a new document has', () => {
  expect(creationOf({ ...EMPTY_DRAFT, title: 'Voice' })).toEqual({
    title: 'Voice',
    kind: 'guidance',
    content: '',
  });
  expect(creationOf({ title: 'Voice', kind: 'facts', product: 'p', content: 'Plain.' })).toEqual({
    title: 'Voice',
    kind: 'facts',
    productId: 'p',
    content: 'Plain.',
  });
});

it('counts bytes of UTF-8', () => expect(bytesOf('a木🙂')).toBe(8));
