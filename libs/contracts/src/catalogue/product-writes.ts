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

export const createProduct = request({
  operation: {
    id: 'CreateProduct',
    summary: 'Create a Custom product',
    description:
      'Adds a product that does not come from a marketplace. Only the title is required; lists have at most 100 entries, and links are http or https.',
    answer: 'The product.',
  },
  subject: 'catalogue.person.products.create',
  since: '1.1.0',
  input: z.object({ actor, body: productCreation, idempotencyKey: idempotencyKey.optional() }),
  output: z.object({ product: customProduct, replayed: z.boolean() }),
  errors: ['IdempotencyKeyReused', 'IdempotencyInProgress', 'QuotaExceeded'],
});

export const patchProduct = request({
  operation: {
    id: 'UpdateProduct',
    summary: 'Change a product',
    description:
      'Applies a JSON Merge Patch (RFC 7396). In a Retailer product each value is an edit, which later imports do not overwrite, and `null` restores the value of the marketplace. In a Custom product `null` empties a field.',
    answer: 'The product after the change.',
  },
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

export const deleteProduct = request({
  operation: {
    id: 'DeleteProduct',
    summary: 'Delete a product',
    description:
      'Deletes a product, which can be restored for 30 days. Its generations stay. An import of its ASIN brings it back with the same id, without its edits.',
    answer: 'It is deleted.',
  },
  subject: 'catalogue.person.products.delete',
  since: '1.1.0',
  input: z.object(write),
  output: z.object({}),
  errors: ['NotFound', 'VersionMismatch'],
});

export const restoreProduct = request({
  operation: {
    id: 'RestoreProduct',
    summary: 'Restore a deleted product',
    description:
      'Brings back a product that was deleted in the last 30 days, with its edits. A product that is not deleted is left as it is.',
    answer: 'The product.',
  },
  subject: 'catalogue.person.products.restore',
  since: '1.1.0',
  input: z.object(write),
  output: product,
  errors: ['NotFound', 'VersionMismatch'],
  passthrough: true,
});
