// Defines how people write products: the requests that create, change, delete and restore one.
import { z } from 'zod';
import { productCreation, productPatch } from './product-fields.ts';
import { customProduct, product } from './products.ts';
import { request } from '../define.ts';
import { actor, idempotencyKey, opaqueId, uuid } from '../values.ts';

/** Days for which a deleted product can be restored. */
export const RESTORABLE_DAYS = 30;

/** Which version of a record a write is meant for. */
export const ifVersion = z
  .int()
  .min(0)
  .optional()
  .describe('The write is refused unless this is the present version. 0 never matches.');

const write = { actor, id: z.string(), ifVersion };

/** Creates a Custom product. */
export const createProduct = request({
  subject: 'catalogue.person.products.create',
  since: '1.1.0',
  input: z.object({ actor, body: productCreation, idempotencyKey: idempotencyKey.optional() }),
  output: z.object({ product: customProduct, replayed: z.boolean() }),
  errors: ['IdempotencyKeyReused', 'IdempotencyInProgress', 'QuotaExceeded'],
});

/**
 * Changes the content of a product, and returns it as JSON text. In a Retailer product each value is an edit, which
 * outlives imports, and null gives the field back to the marketplace. In a Custom product null empties a field.
 */
export const patchProduct = request({
  subject: 'catalogue.person.products.patch',
  since: '1.1.0',
  input: z.object({ ...write, body: productPatch }),
  output: product,
  errors: ['NotFound', 'VersionMismatch', 'QuotaExceeded'],
  passthrough: true,
});

/**
 * Changes a product in the same way when a person accepts a generation, and returns the version that has its text. A request
 * with the key of an earlier one gets the answer of that one, whatever has happened since.
 */
export const editProduct = request({
  subject: 'catalogue.service.products.edit',
  since: '1.1.0',
  input: z.object({
    workspaceId: uuid,
    id: opaqueId,
    ifVersion,
    key: uuid.describe('Identifies the edit.'),
    body: productPatch,
  }),
  output: z.object({ version: z.int() }),
  errors: ['NotFound', 'VersionMismatch'],
  idempotent: true,
});

/** Deletes a product. It can be restored for RESTORABLE_DAYS. */
export const deleteProduct = request({
  subject: 'catalogue.person.products.delete',
  since: '1.1.0',
  input: z.object(write),
  output: z.object({}),
  errors: ['NotFound', 'VersionMismatch'],
});

/** Brings a deleted product back with its edits, and returns it as JSON text. Does nothing to one that is not deleted. */
export const restoreProduct = request({
  subject: 'catalogue.person.products.restore',
  since: '1.1.0',
  input: z.object(write),
  output: product,
  errors: ['NotFound', 'VersionMismatch'],
  passthrough: true,
});
