// Defines generations: their shapes in the API, and the notifications of their ends.
import { z } from 'zod';
import { APPLICATION_IDS, listingPart, resultType } from './applications.ts';
import { notification } from './define.ts';
import { bilingual } from './errors.ts';
import { generationEnvironment, usedEnvironment } from './generation-environment.ts';
import { generationClaim, generationCoverage, MAX_CLAIMS, usedVersions } from './generations/evidence.ts';
import { marketplace } from './marketplaces.ts';
import { GENERATION_ERROR_CODES } from './records.ts';
import { opaqueId, timestamp, uuid } from './values.ts';

/** Most bytes of JSON in `inputs`. */
export const MAX_INPUTS_BYTES = 32 * 1024;

/** Most findings that are kept of a quality check. */
export const MAX_CHECKS = 100;

/** Most characters of `errorDetail`. */
export const MAX_ERROR_DETAIL = 300;

/** Most characters of `answeredBy`. */
export const MAX_ANSWERED_BY = 200;

/** Body of a generation. */
export const generationRequest = z
  .strictObject({
    applicationId: opaqueId.describe(`${APPLICATION_IDS.join(', ')}, or one of the workspace.`),
    documentId: opaqueId.optional().describe('A document of the workspace that guides the writing.'),
    environment: generationEnvironment.optional(),
    inputs: z
      .record(z.string(), z.json())
      .optional()
      .describe(
        'Any JSON object; `productId` names a product. Values of the keys that the application knows are checked.',
      ),
    manual: z
      .boolean()
      .optional()
      .describe('True when a person is waiting for it: it is written before others.'),
  })
  .meta({
    id: 'GenerationRequest',
    example: {
      applicationId: 'product-title',
      inputs: { keywords: ['oak'] },
      environment: { tone: 'friendly' },
    },
  });
export type GenerationRequest = z.infer<typeof generationRequest>;

/** States of a generation: RUNNING changes exactly once, to SUCCESS or FAILED, and both are final. */
export const generationStatus = z.enum(['RUNNING', 'SUCCESS', 'FAILED']).meta({ id: 'GenerationStatus' });
export type GenerationStatus = z.infer<typeof generationStatus>;

/** A finding about one variant of a result. */
export const generationCheck = z
  .object({
    variant: z.int().min(0).describe('Index into the result; 0 for a text.'),
    rule: z.string().describe('Id of the rule.'),
    severity: z.enum(['hard', 'warning']).describe('A result never has hard findings.'),
    start: z.int().min(0).describe('Where the passage begins, in UTF-16 code units.'),
    end: z.int().min(0).describe('Where the passage ends (exclusive), in UTF-16 code units.'),
    message: bilingual,
    policyVersion: z.string().describe('Version of the policy that was applied.'),
  })
  .meta({ id: 'GenerationCheck' });
export type GenerationCheck = z.infer<typeof generationCheck>;

/** What model calls used: the sum of what the models reported, and of estimates where one told nothing. */
export const modelUsage = z.object({
  inputTokens: z.int().nullable().describe('Null when it is not known of any call.'),
  outputTokens: z.int().nullable().describe('Null when it is not known of any call.'),
  calls: z.int().describe('Model calls.'),
  partial: z
    .literal(true)
    .optional()
    .describe('Present when a call did not report its tokens, so that a part of the numbers is an estimate.'),
});
export type ModelUsage = z.infer<typeof modelUsage>;

/** What all attempts of a generation used, failed and cancelled ones included. */
export const generationUsage = modelUsage
  .extend({
    costMicros: z.int().nullable().describe('Millionths of the currency; null when no price is known.'),
    currency: z.string().optional().describe('Currency of the cost.'),
  })
  .meta({ id: 'GenerationUsage' });
export type GenerationUsage = z.infer<typeof generationUsage>;

/** `result`: a JSON string for TEXT, an array of objects for RESULTS. */
export const generationResult = z.union([z.string(), z.array(z.record(z.string(), z.json()))]);
export type GenerationResult = z.infer<typeof generationResult>;

/** Whether a person has decided about a result, and how. */
export const reviewState = z.enum(['PENDING', 'ACCEPTED', 'REJECTED']);

const destination = z.enum(['product', 'document']);

/** What a person decided about a result. */
export const generationReview = z
  .object({
    state: reviewState,
    by: uuid.optional().describe('The account that decided.'),
    at: timestamp.optional(),
    reason: z.string().optional().describe('Why it was rejected.'),
    to: destination
      .optional()
      .describe(
        'Where the accepted text was written; of a listing, the parts that are not in `otherPlaces`.',
      ),
    id: uuid.optional().describe('Id of that product or document.'),
    editShare: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe(
        'Share of the words that the person changed before accepting it; 0 when none. Of a listing that was accepted in steps, about the mean of its parts. With ACCEPTED.',
      ),
    variant: z
      .int()
      .min(0)
      .optional()
      .describe('Index of the item that was accepted, where a person chose one of several.'),
    parts: z
      .array(listingPart)
      .optional()
      .describe('Of a listing: the parts that are accepted, in the order of the page.'),
    otherPlaces: z
      .array(z.object({ to: destination, id: uuid, parts: z.array(listingPart) }))
      .optional()
      .describe(
        'Of a listing: those of `parts` that were accepted earlier and written to other places than `to` and `id` say, by place, the latest first.',
      ),
    result: generationResult
      .optional()
      .describe(
        "The person's own version, if that was accepted and differs from what was written; of a listing, the items of the accepted parts that a person has changed. Lists leave it out.",
      ),
  })
  .meta({ id: 'GenerationReview' });
export type GenerationReview = z.infer<typeof generationReview>;

/** A generation. Absent optional fields are left out, never null. */
export const generation = z
  .object({
    id: uuid,
    accountId: uuid,
    workspaceId: uuid,
    applicationId: z.string(),
    applicationName: z.string(),
    applicationVersion: z.int().describe('The version of the application that it used.'),
    documentId: z.string().optional(),
    documentTitle: z.string().optional(),
    productId: z.string().optional(),
    productTitle: z.string().optional(),
    productVersion: z.int().optional().describe('The version of the product that it used.'),
    stale: z
      .boolean()
      .describe(
        'True while the product has other facts than those that it used, or the application has a newer version. Facts are the fields that models are given, except those that only hold an accepted text.',
      ),
    voiceId: uuid.optional().describe('The voice that it uses.'),
    voiceName: z.string().optional(),
    voiceVersion: z
      .int()
      .optional()
      .describe('The version of that voice, which later changes leave as it is.'),
    learnedFrom: z
      .array(uuid)
      .optional()
      .describe(
        'Generations whose accepted texts are its examples of words and rhythm, the nearest first. Absent when its settings leave them out.',
      ),
    invocationId: uuid.optional().describe('The attempt that produced the result. With SUCCESS.'),
    title: z.string(),
    inputs: z.record(z.string(), z.json()),
    environment: usedEnvironment.describe('The settings that are used, defaults included.'),
    marketplace: marketplace
      .optional()
      .describe('Where the text is for. Absent when neither a product nor the workspace told it.'),
    manual: z.boolean(),
    status: generationStatus,
    result: generationResult.optional().describe('With SUCCESS.'),
    resultType: resultType.optional().describe('With SUCCESS.'),
    checks: z
      .array(generationCheck)
      .optional()
      .describe(
        `What the quality check noticed, at most ${MAX_CHECKS} findings. With SUCCESS, and with a draft.`,
      ),
    draft: generationResult
      .optional()
      .describe(
        'What the quality check has refused, in the form of a result. With the error QualityCheckFailed. A person may put it right and accept that. Not in lists.',
      ),
    answeredBy: z
      .string()
      .optional()
      .describe('The model that has answered, where its server named another one than was asked.'),
    claims: z
      .array(generationClaim)
      .max(MAX_CLAIMS)
      .optional()
      .describe(
        'What each sentence of the result rests on. With SUCCESS of a built-in application; absent when the model cannot tell it. Not in lists.',
      ),
    coverage: generationCoverage.optional().describe('With SUCCESS. Not in lists.'),
    ...usedVersions.shape,
    usage: generationUsage.optional().describe('With SUCCESS and FAILED.'),
    retryOf: uuid.optional().describe('The generation that this one repeats.'),
    batchId: uuid.optional().describe('The batch that made it.'),
    experimentId: uuid
      .optional()
      .describe(
        'The experiment that it was written for. It is about no product as that is now, and nobody reviews it.',
      ),
    arm: z.string().optional().describe('Name of its arm there.'),
    review: generationReview
      .optional()
      .describe('With SUCCESS, and with a draft that a person has put right.'),
    createdAt: timestamp,
    deadlineAt: timestamp.describe('It has ended by then, successfully or not.'),
    completedAt: timestamp.optional().describe('With SUCCESS and FAILED.'),
    errorCode: z.enum(GENERATION_ERROR_CODES).optional().describe('With FAILED.'),
    errorMessage: bilingual.optional().describe('With FAILED.'),
    errorDetail: z
      .string()
      .optional()
      .describe(
        'Where the result breaks the schema of its application, why its instructions fail, or which limit has cut the answer.',
      ),
  })
  .meta({ id: 'Generation' });
export type Generation = z.infer<typeof generation>;

/** A generation of the workspace has ended. The notification may get lost: the stored record decides. */
export const generationEnded = notification({
  prefix: 'generations.notification.ended',
  data: z.object({
    id: uuid,
    generation: z
      .unknown()
      .optional()
      .describe(
        'The Generation, unless it has failed or is of a batch: it need not be read. Only who waits for this one parses it.',
      ),
  }),
});

/**
 * A generation was cancelled, by its id as the key: whoever works on it stops. A worker that misses the notification
 * learns it from its next renewal.
 */
export const generationCancelled = notification({
  prefix: 'generations.notification.cancelled',
  data: z.object({ id: uuid }),
});
