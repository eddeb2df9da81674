// Defines lists of generations: their filters and pages.
import { z } from 'zod';
import { request } from '../define.ts';
import { generation, generationReview, generationStatus, reviewState } from '../generations.ts';
import { pageInput, pageOutput, pageQuery } from '../paging.ts';
import { actor, booleanText, opaqueId, timestamp, timestampText } from '../values.ts';

/** Most characters of `preview`. */
export const MAX_PREVIEW = 200;

/** A generation as lists show it. */
export const generationSummary = generation
  .omit({ inputs: true, result: true, claims: true, coverage: true })
  .extend({
    review: generationReview.omit({ result: true }).optional().describe('With SUCCESS.'),
    preview: z
      .string()
      .optional()
      .describe(`The first ${MAX_PREVIEW} characters of the result's text. With SUCCESS.`),
  })
  .meta({ id: 'GenerationSummary' });
export type GenerationSummary = z.infer<typeof generationSummary>;

/** Query of the list of generations. */
export const generationListQuery = z.strictObject({
  status: generationStatus.optional().describe('Only generations in this state.'),
  applicationId: opaqueId.optional().describe('Only generations of this application.'),
  documentId: opaqueId.optional().describe('Only generations with this document.'),
  acceptedInto: opaqueId
    .optional()
    .describe(
      'Only generations whose result was accepted into this document. Of a listing with parts in several documents, the latest of them counts.',
    ),
  productId: opaqueId.optional().describe('Only generations about this product.'),
  batchId: opaqueId.optional().describe('Only generations of this batch.'),
  manual: booleanText
    .optional()
    .describe('True: only generations that a person waited for. False: only the others.'),
  stale: booleanText
    .optional()
    .describe(
      'True: only generations whose product or application has changed since. False: only the others.',
    ),
  review: reviewState.optional().describe('Only generations whose review is in this state.'),
  createdAfter: timestampText.optional().describe('Created at this time or later.'),
  createdBefore: timestampText.optional().describe('Created before this time.'),
  ...pageQuery('Generations'),
});
export type GenerationListQuery = z.infer<typeof generationListQuery>;

/** One page of generations, newest first. */
export const generationList = z
  .object({ generations: z.array(generationSummary), ...pageOutput })
  .meta({ id: 'GenerationList' });
export type GenerationList = z.infer<typeof generationList>;

/** Filters of the list of generations, all of which must hold. */
const generationFilters = {
  status: generationStatus.optional(),
  applicationId: opaqueId.optional(),
  documentId: opaqueId.optional(),
  acceptedInto: opaqueId.optional(),
  productId: opaqueId.optional(),
  batchId: opaqueId.optional(),
  manual: z.boolean().optional(),
  stale: z.boolean().optional(),
  review: reviewState.optional(),
  createdAfter: timestamp.optional(),
  createdBefore: timestamp.optional(),
};

export const listGenerations = request({
  operation: {
    id: 'ListGenerations',
    summary: 'List generations',
    description: 'The generations of the workspace, newest first, without their inputs and results.',
  },
  subject: 'generations.person.generations.list',
  input: z.object({ actor, ...generationFilters, ...pageInput }),
  output: generationList,
  errors: ['InvalidNextToken', 'TooManyRequests'],
  idempotent: true,
  passthrough: true,
  since: '1.1.0',
});
