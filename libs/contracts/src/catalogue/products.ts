// Defines products: their two kinds, what is known of each besides its fields, and how one is read.
import { z } from 'zod';
import { importedProduct, productContent, productField } from './product-fields.ts';
import { request } from '../define.ts';
import { marketplace } from '../marketplaces.ts';
import { actor, opaqueId, timestamp, uuid } from '../values.ts';

/** The two kinds of products. */
export const productGenre = z.enum(['Custom', 'Retailer']).meta({ id: 'ProductGenre' });
export type ProductGenre = z.infer<typeof productGenre>;

/** Who wrote the value of an edited field: a person, or a generation that a person accepted. */
export const productEditor = z.enum(['person', 'generation']);
export type ProductEditor = z.infer<typeof productEditor>;

/** Most bytes of JSON of the content of one product, so that a product always fits through the bus. */
export const MAX_PRODUCT_BYTES = 256 * 1024;

/** How the text of an application for a product stands; one without a state is missing. */
export const productTextState = z.enum(['PENDING', 'ACCEPTED', 'STALE']);
export type ProductTextState = z.infer<typeof productTextState>;

/** How the text of one application for a product stands. */
export const productText = z
  .object({
    applicationId: z.string(),
    state: productTextState.describe(
      'ACCEPTED: a person accepted it, and it is not stale. PENDING: nobody has reviewed it. STALE: it was accepted, and is old now.',
    ),
    generationId: uuid,
  })
  .meta({ id: 'ProductText' });

const identified = {
  id: uuid,
  version: z.int().min(1).optional().describe('Grows with every change; also in `ETag`, and for `If-Match`.'),
  createdAt: timestamp,
  updatedAt: timestamp,
  texts: z
    .array(productText)
    .optional()
    .describe(
      'The texts that generations wrote about it, at most 5 s behind; without an entry, the text is missing. They do not count for `version`.',
    ),
};

const edits = {
  edited: z
    .array(productField)
    .optional()
    .describe('Fields that were edited: they keep their values when the product is imported again.'),
  editedBy: z.partialRecord(productField, productEditor).optional().describe('Who edited each of them.'),
  imported: importedProduct
    .partial()
    .optional()
    .describe("The marketplace's present values of the edited fields. Not in lists."),
};

/** A product written by its owner. */
export const customProduct = productContent
  .extend({ ...identified, genre: z.literal('Custom') })
  .meta({ id: 'CustomProduct' });
/** A product imported from a marketplace. */
export const retailerProduct = importedProduct
  .extend({ ...identified, genre: z.literal('Retailer'), asin: z.string(), marketplace, ...edits })
  .meta({ id: 'RetailerProduct' });
/** A product of either kind; `genre` tells which. */
export const product = z
  .discriminatedUnion('genre', [customProduct, retailerProduct])
  .meta({ id: 'Product' });
export type Product = z.infer<typeof product>;

/** Returns one product of the actor's workspace, as JSON text. */
export const getProduct = request({
  subject: 'catalogue.person.products.get',
  input: z.object({ actor, id: z.string() }),
  output: product,
  errors: ['NotFound'],
  idempotent: true,
  passthrough: true,
});

/** Returns a product to another service that acts in the same workspace. */
export const findProduct = request({
  subject: 'catalogue.service.products.get',
  input: z.object({ workspaceId: uuid, id: opaqueId }),
  output: product,
  errors: ['NotFound'],
  idempotent: true,
});
