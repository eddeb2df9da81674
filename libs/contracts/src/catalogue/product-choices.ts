// Defines what generations asks the catalogue about many products: which ones a batch is for, and what is in them.
import { z } from 'zod';
import { productField } from './product-fields.ts';
import { sourceProduct } from './products.ts';
import { productFilters } from './product-lists.ts';
import { request } from '../define.ts';
import { opaqueId, uuid } from '../values.ts';

/** Chooses products of a workspace, by their ids or by the filters of the list of products. */
export const chooseProducts = request({
  subject: 'catalogue.service.products.choose',
  since: '1.1.0',
  input: z.object({
    workspaceId: uuid,
    holderId: uuid
      .optional()
      .describe('Who holds it: two choices by a filter are made for an account at once.'),
    from: z.union([z.object({ ids: z.array(opaqueId) }), z.object({ filter: productFilters })]),
    notEditedByPerson: z
      .array(productField)
      .describe('Products of which a person has edited one of these fields are left out.'),
    withoutAccepted: opaqueId
      .optional()
      .describe('Products with an accepted text of this application that is not stale are left out.'),
    most: z.int().min(1).describe('How many products to choose at most; of a list, the first ones.'),
  }),
  output: z.object({
    ids: z.array(uuid).describe('In the order of the list, or of the given ids.'),
    unknown: z.array(z.string()).describe('Given ids that no product of the workspace has.'),
  }),
  errors: ['TooManyRequests'],
  timeoutMs: 8000,
  idempotent: true,
});

/** Most products of one request. */
export const MAX_FOUND_PRODUCTS = 100;

/** Returns products to another service that acts in the same workspace. */
export const findProducts = request({
  subject: 'catalogue.service.products.find-many',
  since: '1.1.0',
  input: z.object({
    workspaceId: uuid,
    holderId: uuid
      .optional()
      .describe('Who holds it: two answers with many products are made for an account at once.'),
    ids: z.array(uuid).min(1).max(MAX_FOUND_PRODUCTS),
  }),
  output: z.object({
    products: z.array(sourceProduct).describe('Those that exist, in the order of the ids.'),
    looked: z
      .int()
      .min(1)
      .describe('How many of the ids, from the first on, this answer covers: as many as fit into it.'),
  }),
  errors: ['TooManyRequests'],
  idempotent: true,
});
