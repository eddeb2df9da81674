// Defines how people write products: the bodies that they send, and the requests that create, change and delete one.
import { z } from 'zod';
import { customProduct, product } from './catalogue.ts';
import { request } from '../define.ts';
import { actor, idempotencyKey, opaqueId, uuid } from '../values.ts';

/** Most entries of a list in a product that a person writes. */
export const MAX_PRODUCT_ENTRIES = 100;

/** Days for which a deleted product can be restored. */
export const RESTORABLE_DAYS = 30;

const webUrl = z
  .string()
  .regex(/^[Hh][Tt]{2}[Pp][Ss]?:\/\/\S+$/, 'Use an http or https URL.')
  .refine((text) => URL.canParse(text), 'Use an http or https URL.');
const webUrlOrNone = z.union([z.literal(''), webUrl]);
const list = <T extends z.ZodType>(entry: T) => z.array(entry).max(MAX_PRODUCT_ENTRIES);

const title = z.string().regex(/\S/, 'A product needs a title.');
const text = z.string();
const texts = list(z.string());
const webUrls = list(webUrl);

/** Body of a new product. */
export const productCreation = z
  .strictObject({
    title,
    brand: text.default(''),
    description: text.default(''),
    specification: text.default('').describe('One `Label: value` a line.'),
    feature: text.default('').describe('The foremost feature.'),
    mainImage: webUrlOrNone.default('').describe('URL of the main picture.'),
    link: webUrlOrNone.default('').describe('URL of the product page.'),
    images: webUrls.optional().describe('URLs, the main picture first.'),
    keywords: texts.optional(),
    tags: texts.optional().describe('Category path, root first.'),
    videos: webUrls.optional().describe('URLs.'),
  })
  .meta({
    id: 'ProductCreation',
    example: { title: 'Oak serving board, 40 cm', brand: 'Fenwick', keywords: ['oak', 'kitchen'] },
  });
export type ProductCreation = z.infer<typeof productCreation>;

/** Body of a change: a JSON Merge Patch (RFC 7396) of the content. */
export const productPatch = z
  .strictObject({
    title: title.nullish(),
    brand: text.nullish(),
    description: text.nullish(),
    specification: text.nullish(),
    feature: text.nullish(),
    mainImage: webUrlOrNone.nullish(),
    link: webUrlOrNone.nullish(),
    images: webUrls.nullish(),
    keywords: texts.nullish(),
    tags: texts.nullish(),
    videos: webUrls.nullish(),
    features: texts.nullish().describe('Of a Retailer product only.'),
  })
  .meta({ id: 'ProductPatch', example: { title: 'Oak serving board with handle, 40 cm', tags: null } });
export type ProductPatch = z.infer<typeof productPatch>;

/** Which version of a record a write is meant for. */
export const ifVersion = z
  .int()
  .min(0)
  .optional()
  .describe('The write is refused unless this is the present version. 0 is the version of no record.');

const write = { actor, id: z.string(), ifVersion };

/** Creates a Custom product. */
export const createProduct = request({
  subject: 'catalogue.person.products.create',
  since: '1.1.0',
  input: z.object({ actor, body: productCreation, idempotencyKey: idempotencyKey.optional() }),
  output: z.object({ product: customProduct, replayed: z.boolean() }),
  errors: ['IdempotencyKeyReused', 'IdempotencyInProgress'],
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
  errors: ['NotFound', 'VersionMismatch'],
  passthrough: true,
});

/**
 * The same for a generation that a person accepts, whose texts are written to its product; returns the version that has
 * them. A repeat with the key of an edit that was made is answered as the first one, whatever happened since.
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
