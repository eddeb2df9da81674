// Defines lists of products: their filters, pages, counts and exports.
import { z } from 'zod';
import { product, productGenre } from './products.ts';
import { request } from '../define.ts';
import { marketplace } from '../marketplaces.ts';
import { pageInput, pageOutput, pageQuery } from '../paging.ts';
import { actor, booleanText, opaqueId, timestamp, timestampText } from '../values.ts';

/** A text that a filter compares with. */
const filterText = z.string().min(1).max(200);

/** Filters of products, all of which must hold, as they travel on the bus. */
export const productFilters = z.object({
  genre: productGenre.optional().describe('Only products of this kind.'),
  marketplace: marketplace.optional().describe('Only products imported from there.'),
  brand: filterText.optional().describe('Only products of this brand: the whole name, in any case.'),
  tag: filterText.optional().describe('Only products with this tag: the whole tag, in any case.'),
  asin: filterText.optional().describe('Only products with this ASIN, in any case.'),
  updatedSince: timestamp
    .max(9_999_999_999)
    .optional()
    .describe('Only products that changed at this moment or later: Unix time in whole seconds.'),
  edited: z
    .boolean()
    .optional()
    .describe(
      'True: only products with edited fields. False: only the others, which include all Custom products.',
    ),
  texts: z
    .enum(['missing', 'pending', 'accepted', 'stale'])
    .optional()
    .describe('Only products whose text by the application `applicationId` is in this state.'),
  applicationId: opaqueId.optional().describe('The application of `texts`.'),
  q: filterText
    .regex(/[\p{L}\p{N}]/u, 'Use at least one letter or digit.')
    .optional()
    .describe(
      'Only products that have all these words in title, brand, keywords or ASIN: exactly, as the beginning of a word, or with one typo in a word of four letters or more.',
    ),
});
export type ProductFilters = z.infer<typeof productFilters>;

/** The same filters in a query, where all values are texts. */
const filterQuery = {
  ...productFilters.shape,
  updatedSince: timestampText.optional().describe(productFilters.shape.updatedSince.description ?? ''),
  edited: booleanText.optional().describe(productFilters.shape.edited.description ?? ''),
};

/** `texts` and `applicationId` make one filter. */
function togetherWithApplication<Q extends z.ZodType<Pick<ProductFilters, 'texts' | 'applicationId'>>>(
  query: Q,
): Q {
  return query
    .refine(({ texts, applicationId }) => texts === undefined || applicationId !== undefined, {
      path: ['applicationId'],
      message: 'Name with `applicationId` the application of `texts`.',
    })
    .refine(({ texts, applicationId }) => applicationId === undefined || texts !== undefined, {
      path: ['texts'],
      message: 'Say with `texts` in which state the text of this application must be.',
    });
}

/** Query of the product list. */
export const productListQuery = togetherWithApplication(
  z.strictObject({ ...filterQuery, ...pageQuery('Products') }),
);
export type ProductListQuery = z.infer<typeof productListQuery>;

/** Query of the number of products. */
export const productCountQuery = togetherWithApplication(z.strictObject(filterQuery));
export type ProductCountQuery = z.infer<typeof productCountQuery>;

/** Formats of an export. */
const exportFormat = z.enum(['csv', 'jsonl', 'xlsx']);
export type ExportFormat = z.infer<typeof exportFormat>;

/** Query of an export. */
export const productExportQuery = togetherWithApplication(
  z.strictObject({
    ...filterQuery,
    format: exportFormat.describe('`csv` and `xlsx` are tables, `jsonl` has one product a line.'),
  }),
);
export type ProductExportQuery = z.infer<typeof productExportQuery>;

/** Up to this number products are counted exactly. */
export const MAX_EXACT_COUNT = 10_000;

/** How many products the filters choose. */
export const productCount = z
  .object({
    count: z.int().describe(`The number of products, at most ${MAX_EXACT_COUNT}.`),
    exact: z
      .boolean()
      .describe(
        'False when there are more than `count`, or may be: so many products are looked at and no more.',
      ),
  })
  .meta({ id: 'ProductCount' });
export type ProductCount = z.infer<typeof productCount>;

/** One page of products, newest first. */
export const productList = z
  .object({
    products: z.array(product),
    ...pageOutput,
  })
  .meta({ id: 'ProductList' });
export type ProductList = z.infer<typeof productList>;

export const listProducts = request({
  operation: {
    id: 'ListProducts',
    summary: 'List products',
    description:
      'The products of the workspace, newest first. A product is listed when it fulfils all filters. With `texts=missing`, a page is the result of looking at 2,000 products, and where filters find more than 10,000, at 200,000: it may have fewer than `limit` products, or none, although others follow.',
  },
  subject: 'catalogue.person.products.list',
  input: productFilters.extend({ actor, ...pageInput }),
  output: productList,
  errors: ['InvalidNextToken', 'TooManyRequests'],
  idempotent: true,
  passthrough: true,
  since: '1.1.0',
});

export const countProducts = request({
  operation: {
    id: 'CountProducts',
    summary: 'Count products',
    description: `The number of products that fulfil all filters; it is exact up to ${MAX_EXACT_COUNT}.`,
    answer: 'The number.',
  },
  subject: 'catalogue.person.products.count',
  input: productFilters.extend({ actor, upTo: z.int().min(1).max(100_000) }),
  output: productCount,
  errors: ['TooManyRequests'],
  idempotent: true,
  since: '1.1.0',
});
