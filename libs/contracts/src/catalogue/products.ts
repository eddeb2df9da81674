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

/** State of the text that an application wrote for a product; without a state, there is no text. */
export const productTextState = z.enum(['PENDING', 'ACCEPTED', 'STALE']);
export type ProductTextState = z.infer<typeof productTextState>;

/** The state of one application's text for a product. */
export const productText = z
  .object({
    applicationId: z.string(),
    state: productTextState.describe(
      'ACCEPTED: a person accepted it, and it is up to date. PENDING: nobody has reviewed it. STALE: it was accepted, but what it was written from has changed.',
    ),
    generationId: uuid,
  })
  .meta({ id: 'ProductText' });

/** Most texts of a product in a list: its own number would otherwise decide what a page costs. */
export const LISTED_TEXTS = 50;

const identified = {
  id: uuid,
  version: z.int().min(1).optional().describe('Grows with every change; also in `ETag`, and for `If-Match`.'),
  createdAt: timestamp,
  updatedAt: timestamp,
  texts: z
    .array(productText)
    .optional()
    .describe(
      'The texts that generations wrote about it, up to 5 seconds late; an application without an entry has written none. A list has at most 50 of a product: those of the built-in applications, and of the newest own ones. Changes of them do not change `version`.',
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
    .describe("The marketplace's present values of the edited fields. Lists leave it out."),
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

export const getProduct = request({
  operation: {
    id: 'GetProduct',
    summary: 'Get a product',
    description:
      'One product of the workspace; `genre` tells its kind. If fields were edited, `imported` has the values of the marketplace for them.',
    answer: 'The product.',
  },
  subject: 'catalogue.person.products.get',
  input: z.object({ actor, id: z.string() }),
  output: product,
  errors: ['NotFound'],
  idempotent: true,
  passthrough: true,
});

const sourceHash = z
  .string()
  .optional()
  .describe(
    'Equal for equal SOURCE_FIELDS, without what accepted texts wrote; the release before did not send it.',
  );
/** A product for a service that writes texts about it. */
export const sourceProduct = z.discriminatedUnion('genre', [
  customProduct.extend({ sourceHash }),
  retailerProduct.extend({ sourceHash }),
]);
export type SourceProduct = z.infer<typeof sourceProduct>;

/** Returns a product to another service that acts in the same workspace. */
export const findProduct = request({
  subject: 'catalogue.service.products.get',
  input: z.object({ workspaceId: uuid, id: opaqueId }),
  output: sourceProduct,
  errors: ['NotFound'],
  idempotent: true,
});
