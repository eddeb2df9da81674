// Defines what people do with texts: accept or reject a result, and check a text of their own.
import { z } from 'zod';
import { APPLICATION_IDS, listingPart } from '../applications.ts';
import { ifVersion } from '../catalogue/product-writes.ts';
import { request } from '../define.ts';
import { generationEnvironment } from '../generation-environment.ts';
import { generation, generationCheck, generationResult, MAX_CHECKS } from '../generations.ts';
import { marketplace } from '../marketplaces.ts';
import { actor, idempotencyKey, opaqueId } from '../values.ts';

/** Body of an acceptance. */
export const acceptanceRequest = z
  .strictObject({
    to: z
      .enum(['product', 'document'])
      .optional()
      .describe(
        "Where to write the text. Default: the document of `documentId`, else the generation's product, else a new document.",
      ),
    documentId: opaqueId
      .optional()
      .describe('The document that gets the text as its content. Without it, a new document is made.'),
    variant: z
      .int()
      .min(0)
      .optional()
      .describe('Index into the result. Default: 0. Bullet points are accepted together.'),
    parts: z
      .array(listingPart)
      .min(1)
      .optional()
      .describe(
        'Of a listing: what to accept now. What was accepted before stays accepted. Default: the parts of `result`, else all that the listing has.',
      ),
    result: generationResult
      .optional()
      .describe(
        'The text as a person has changed it, in the same form as the result, with at most as many items as the application writes; of a listing, the items of the parts that are accepted.',
      ),
  })
  .refine(({ variant, result }) => variant === undefined || result === undefined, {
    path: ['variant'],
    message: 'Send `variant` or `result`, not both.',
  })
  .refine(({ to, documentId }) => to !== 'product' || documentId === undefined, {
    path: ['documentId'],
    message: 'Send `documentId` only when the text goes to a document.',
  })
  .meta({ id: 'AcceptanceRequest', example: { to: 'product', variant: 1 } });
export type AcceptanceRequest = z.infer<typeof acceptanceRequest>;

/** `ifVersion` is that of the document. InvalidState: there is no result, or no product to write it to. */
export const acceptGeneration = request({
  operation: {
    id: 'AcceptGeneration',
    summary: 'Accept a result',
    description:
      'Writes a result to its product, as an edit that later imports do not overwrite, or into a document. A title becomes `title`, and a description `description`. Bullet points become `features`, and the first of them `feature`; in a Custom product they become `feature`, one on each line. Highlights become `highlights`, search terms `searchTerms`, an SEO title and description `metaTitle` and `metaDescription`. Attributes are added to `specification`, which keeps what it has. Each part of a listing goes where a text of its own application goes; `parts` accepts some of them, and accepting others later keeps those. In a document, each item is a paragraph. `result` is checked like the result of a generation. Accepting again writes again; with an `Idempotency-Key`, a repeat writes nothing a second time, and its answer carries no `Idempotency-Replayed`.',
    answer: 'The generation with its review.',
  },
  subject: 'generations.person.generations.accept',
  input: z.object({
    actor,
    id: z.string(),
    ifVersion,
    body: acceptanceRequest,
    idempotencyKey: idempotencyKey.optional(),
  }),
  output: generation,
  errors: [
    'NotFound',
    'InvalidState',
    'UnknownReference',
    'VersionMismatch',
    'QuotaExceeded',
    'TooManyRequests',
    'IdempotencyKeyReused',
    'IdempotencyInProgress',
  ],
  since: '1.1.0',
});

/** Body of a rejection. */
export const rejectionRequest = z
  .strictObject({
    reason: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe('Why it is rejected; the members of the workspace see it.'),
  })
  .meta({ id: 'RejectionRequest', example: { reason: 'The size is missing.' } });
export type RejectionRequest = z.infer<typeof rejectionRequest>;

export const rejectGeneration = request({
  operation: {
    id: 'RejectGeneration',
    summary: 'Reject a result',
    description: 'Notes that a person does not want the result. Rejecting it again changes nothing.',
    answer: 'The generation with its review.',
  },
  subject: 'generations.person.generations.reject',
  input: z.object({ actor, id: z.string(), body: rejectionRequest }),
  output: generation,
  errors: ['NotFound', 'InvalidState'],
  idempotent: true,
  since: '1.1.0',
});

/** A text to be checked. */
export const checkRequest = z
  .strictObject({
    applicationId: opaqueId.describe(`${APPLICATION_IDS.join(', ')}, or one of the workspace.`),
    result: generationResult.describe(
      'The text, or the items, in the form of a result of the application, at most as many as it writes.',
    ),
    productId: opaqueId.optional().describe('The product whose facts the text may state.'),
    marketplace: marketplace
      .optional()
      .describe(
        "The marketplace whose limits and policies hold. Default: the product's, else the workspace's.",
      ),
    language: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('BCP 47 tag or English name. Default: the language of the marketplace.'),
    voice: generationEnvironment.shape.voice.describe(
      'Id of the voice whose terms are checked, or `none`. Default: the default voice of the workspace.',
    ),
  })
  .meta({
    id: 'CheckRequest',
    example: { applicationId: 'product-title', result: [{ text: 'Oak Bedside Table!' }], marketplace: 'US' },
  });
export type CheckRequest = z.infer<typeof checkRequest>;

/** What the check of a text found. */
export const checkResult = z
  .object({
    checks: z
      .array(generationCheck)
      .describe(`The worst findings, at most ${MAX_CHECKS}. A text with hard ones would not be published.`),
  })
  .meta({ id: 'CheckResult' });
export type CheckResult = z.infer<typeof checkResult>;

export const checkContent = request({
  operation: {
    id: 'CheckContent',
    summary: 'Check a text',
    description:
      'Checks a text that a person wrote in the same way as the result of a generation. Keeps nothing.',
    answer: 'What the check found.',
  },
  subject: 'generations.person.checks.run',
  input: z.object({ actor, body: checkRequest }),
  output: checkResult,
  errors: ['UnknownReference', 'TooManyRequests'],
  idempotent: true,
  since: '1.1.0',
});
