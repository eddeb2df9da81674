// Applies a JSON Merge Patch to the content of a product, and remembers what a marketplace has beneath the edits. Pure.
import {
  isLeftOut,
  MAX_PRODUCT_BYTES,
  productFieldRow,
  type ProductEditor,
  type ProductField,
  type ProductPatch,
} from '#contracts';
import type { Beneath, ProductEntity } from './products.entity.ts';

/** What a patch changes of a product. */
export type Editable = Pick<ProductEntity, 'content' | 'editedBy' | 'imported' | 'beneath'>;

/** The bytes of all JSON that is kept of a product, as the total of its workspace counts them. */
export function bytesOf({ content, imported, beneath }: Editable): number {
  const parts = [content, imported, beneath].filter((part) => part !== null);
  return parts.reduce((sum, part) => sum + Buffer.byteLength(JSON.stringify(part)), 0);
}

type Written = Omit<Editable, 'beneath'>;

/** A part of a patch that its product cannot take; without a path, the patch as a whole. */
export interface PatchFlaw {
  path?: [ProductField];
  message: string;
}

/** The fields of a patch with their new values; null empties a field or gives it back. */
function entriesOf(patch: ProductPatch): [ProductField, unknown][] {
  return Object.entries(patch).filter(([, value]) => value !== undefined) as [ProductField, unknown][];
}

/** A product after a patch, or why it cannot take it. */
export function editOf(
  product: Editable & Pick<ProductEntity, 'genre'>,
  patch: ProductPatch,
  by: ProductEditor,
): { edited: Editable } | { flaws: PatchFlaw[] } {
  const isCustom = product.genre === 'Custom';
  const flaws = isCustom ? flawsOfCustomPatch(patch) : [];
  if (flaws.length > 0) return { flaws };
  const written = isCustom ? patchCustom(product, patch) : patchRetailer(product, patch, by);
  const edited = { ...written, beneath: beneathOf(product, patch, by) };
  if (Buffer.byteLength(JSON.stringify(edited.content)) <= MAX_PRODUCT_BYTES) return { edited };
  const message = `The content of a product takes at most ${MAX_PRODUCT_BYTES} bytes of JSON.`;
  return { flaws: [{ message }] };
}

/** What people had written beneath the accepted texts, after a patch: a person replaces it, an accepted text covers it. */
function beneathOf(
  { genre, content, editedBy, beneath }: Editable & Pick<ProductEntity, 'genre'>,
  patch: ProductPatch,
  by: ProductEditor,
): Beneath | null {
  const covered: Partial<Record<ProductField, unknown>> = { ...beneath };
  for (const [field, value] of entriesOf(patch)) {
    if (by === 'person' || value === null) delete covered[field];
    else if (covered[field] === undefined && (genre === 'Custom' || editedBy?.[field] === 'person'))
      covered[field] = content[field] ?? null;
  }
  return Object.keys(covered).length > 0 ? (covered as Beneath) : null;
}

/** What a Custom product cannot take of a patch. */
function flawsOfCustomPatch(patch: ProductPatch): PatchFlaw[] {
  return entriesOf(patch).flatMap(([field, value]): PatchFlaw[] => {
    const { isRequired, only } = productFieldRow(field);
    if (isRequired && value === null) return [{ path: [field], message: `A product needs a ${field}.` }];
    return only ? [{ path: [field], message: `Only a ${only} product has ${field}.` }] : [];
  });
}

/** A Custom product after a patch without flaws: null empties a field. */
function patchCustom({ content, editedBy, imported }: Editable, patch: ProductPatch): Written {
  const changed: Record<string, unknown> = { ...content };
  for (const [field, value] of entriesOf(patch)) {
    if (value !== null) changed[field] = value;
    else if (isLeftOut(field)) delete changed[field];
    else changed[field] = '';
  }
  return { editedBy, imported, content: changed as Editable['content'] };
}

/** A Retailer product after a patch: each value is an edit, and null gives a field back to the marketplace. */
function patchRetailer(product: Editable, patch: ProductPatch, by: ProductEditor): Written {
  const imported = product.imported ?? product.content;
  const edits: Partial<Record<ProductField, unknown>> = {};
  const editedBy = { ...product.editedBy };
  for (const field of Object.keys(editedBy) as ProductField[]) edits[field] = product.content[field];
  for (const [field, value] of entriesOf(patch)) {
    if (value === null) {
      delete edits[field];
      delete editedBy[field];
    } else {
      edits[field] = value;
      editedBy[field] = by;
    }
  }
  if (Object.keys(edits).length === 0) return { content: imported, editedBy: null, imported: null };
  return { content: { ...imported, ...edits } as Editable['content'], editedBy, imported };
}
