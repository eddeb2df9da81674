// Defines generations: shapes of the API, requests to the generations service, the job of the generation workers.
import { z } from 'zod';
import { APPLICATION_IDS, resultType } from './applications.ts';
import { product } from './catalogue/catalogue.ts';
import { job, request, notification } from './define.ts';
import { bilingual } from './errors.ts';
import { GENERATION_ERROR_CODES } from './records.ts';
import { actor, idempotencyKey, opaqueId, timestamp, uuid } from './values.ts';

/** Most bytes of JSON in `inputs`. */
export const MAX_INPUTS_BYTES = 32 * 1024;

/** Most findings that are kept of a quality check. */
export const MAX_CHECKS = 100;

/** Settings of one generation; each of them is optional. */
export const generationEnvironment = z
  .strictObject({
    language: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('BCP 47 tag or English name. Default: by marketplace.'),
    model: z.string().min(1).max(128).optional().describe('`provider:model` from the enabled ones.'),
    system_prompt: z
      .string()
      .max(4000)
      .optional()
      .describe('Style guidance; adds to our rules, never replaces them.'),
    temperature: z.number().min(0).max(2).optional().describe("Default: the application's."),
    tone: z.string().min(1).max(64).optional().describe('Attitude, such as professional, friendly, witty.'),
    writing_style: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('Structure, such as benefit-led, storytelling.'),
  })
  .meta({ id: 'GenerationEnvironment' });
export type GenerationEnvironment = z.infer<typeof generationEnvironment>;

/** Body of a generation. */
export const generationRequest = z
  .strictObject({
    applicationId: opaqueId.describe(`One of ${APPLICATION_IDS.join(', ')}.`),
    documentId: opaqueId.optional().describe('A document of the workspace that guides the writing.'),
    environment: generationEnvironment.optional(),
    inputs: z
      .record(z.string(), z.json())
      .optional()
      .describe('Free-form; `productId` links a product. Keys the application knows are checked.'),
    manual: z.boolean().optional().describe('True when a person is waiting: goes ahead in the queue.'),
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
    start: z.int().min(0).describe('First code unit concerned.'),
    end: z.int().min(0).describe('Code unit after the last one concerned.'),
    message: bilingual,
    policyVersion: z.string().describe('Version of the policy that was applied.'),
  })
  .meta({ id: 'GenerationCheck' });
export type GenerationCheck = z.infer<typeof generationCheck>;

/** Tokens and calls of a generation. A number of tokens is null, never 0, when the model did not report it. */
export const generationUsage = z
  .object({
    inputTokens: z.int().nullable(),
    outputTokens: z.int().nullable(),
    calls: z.int().describe('Model calls of the attempt that produced the result.'),
  })
  .meta({ id: 'GenerationUsage' });
export type GenerationUsage = z.infer<typeof generationUsage>;

/** `result`: a JSON string for TEXT, an array of objects for RESULTS. */
export const generationResult = z.union([z.string(), z.array(z.record(z.string(), z.json()))]);
export type GenerationResult = z.infer<typeof generationResult>;

/** What a person decided about a result. */
export const generationReview = z
  .object({
    state: z.enum(['PENDING', 'ACCEPTED', 'REJECTED']),
    by: uuid.optional().describe('The account that decided.'),
    at: timestamp.optional(),
    reason: z.string().optional().describe('Why it was rejected.'),
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
    documentId: z.string().optional(),
    documentTitle: z.string().optional(),
    productId: z.string().optional(),
    productTitle: z.string().optional(),
    invocationId: uuid.optional().describe('The attempt that produced the result. With SUCCESS.'),
    title: z.string(),
    inputs: z.record(z.string(), z.json()),
    environment: generationEnvironment.describe('As it was resolved.'),
    manual: z.boolean(),
    status: generationStatus,
    result: generationResult.optional().describe('With SUCCESS.'),
    resultType: resultType.optional().describe('With SUCCESS.'),
    checks: z
      .array(generationCheck)
      .optional()
      .describe(`What the quality check noticed, at most ${MAX_CHECKS} findings. With SUCCESS.`),
    usage: generationUsage.optional().describe('With SUCCESS.'),
    review: generationReview.optional().describe('With SUCCESS.'),
    createdAt: timestamp,
    deadlineAt: timestamp.describe('By then it has ended, one way or the other.'),
    completedAt: timestamp.optional().describe('With SUCCESS and FAILED.'),
    errorCode: z.enum(GENERATION_ERROR_CODES).optional().describe('With FAILED.'),
    errorMessage: bilingual.optional().describe('With FAILED.'),
  })
  .meta({ id: 'Generation' });
export type Generation = z.infer<typeof generation>;

/** Accepts a generation. */
export const createGeneration = request({
  subject: 'generations.person.generations.create',
  input: z.object({ actor, body: generationRequest, idempotencyKey: idempotencyKey.optional() }),
  output: z.object({ generation, replayed: z.boolean() }),
  errors: ['UnknownReference', 'QuotaExceeded', 'IdempotencyKeyReused', 'IdempotencyInProgress'],
});

/** Returns a generation of the actor's workspace. */
export const getGeneration = request({
  subject: 'generations.person.generations.get',
  input: z.object({ actor, id: z.string() }),
  output: generation,
  errors: ['NotFound'],
  idempotent: true,
});

/** A generation of the workspace has ended. The notification may get lost: the stored record decides. */
export const generationEnded = notification({
  prefix: 'generations.notification.ended',
  data: z.object({ id: uuid }),
});

/** Name of the queue of the generation workers. */
export const GENERATION_QUEUE = 'generations';

/** Job of writing one generation. */
export const generationJob = job({
  queues: [GENERATION_QUEUE],
  data: z.object({
    /** Version of this shape. */
    v: z.literal(1),
    generationId: uuid,
  }),
  attempts: 3,
});

/** Everything a worker needs to write one generation. */
export const generationTask = z.object({
  applicationId: z.enum(APPLICATION_IDS),
  inputs: z.record(z.string(), z.json()),
  environment: generationEnvironment.extend({
    language: z.string(),
    model: z.string(),
    temperature: z.number(),
  }),
  document: z.object({ title: z.string(), content: z.string() }).optional(),
  product: product.optional().describe('As it was when the generation was accepted.'),
});
export type GenerationTask = z.infer<typeof generationTask>;

/** A generation that a worker holds; `epoch` is its fencing token, which grows with every claim. */
export const generationLease = z.object({ generationId: uuid, epoch: z.int() });
export type GenerationLease = z.infer<typeof generationLease>;

/** Claims a generation under a lease. The same worker may repeat the request and gets the same answer. */
export const claimGeneration = request({
  subject: 'generations.worker.leases.claim',
  input: z.object({
    generationId: uuid,
    worker: z.string().max(100).describe('Identifies the process and the attempt.'),
  }),
  output: z.discriminatedUnion('state', [
    z.object({
      state: z.literal('claimed'),
      epoch: z.int(),
      invocationId: uuid,
      leaseMs: z.int().describe('Milliseconds until the lease expires; renew it well before.'),
      remainingMs: z.int().describe('Milliseconds until the deadline.'),
      task: generationTask,
    }),
    z.object({ state: z.literal('nothing') }).describe('The generation has ended: end the job.'),
    z.object({ state: z.literal('busy'), retryAfterMs: z.int() }).describe('Another worker holds the lease.'),
  ]),
  idempotent: true,
});

/** Most leases of one renewal. */
export const MAX_RENEWALS = 500;

/** Renews leases. */
export const renewGenerations = request({
  subject: 'generations.worker.leases.renew',
  input: z.object({ leases: z.array(generationLease).min(1).max(MAX_RENEWALS) }),
  output: z.object({
    held: z
      .array(z.boolean())
      .describe('One per lease, in order. False when the lease is lost: stop working.'),
  }),
  idempotent: true,
});

/** Gives a lease back before the generation has ended, so that another attempt can follow. */
export const releaseGeneration = request({
  subject: 'generations.worker.leases.release',
  input: generationLease,
  output: z.object({ held: z.boolean() }),
  idempotent: true,
});

/** How a generation ended. */
export const generationOutcome = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('SUCCESS'),
    resultType,
    result: generationResult,
    checks: z.array(generationCheck),
    usage: generationUsage,
  }),
  z.object({ status: z.literal('FAILED'), errorCode: z.enum(GENERATION_ERROR_CODES) }),
]);
export type GenerationOutcome = z.infer<typeof generationOutcome>;

/** Ends a generation if this claim is its latest, also after the lease has expired. */
export const finishGeneration = request({
  subject: 'generations.worker.leases.finish',
  input: generationLease.extend({ outcome: generationOutcome }),
  output: z.object({
    accepted: z
      .boolean()
      .describe('False when another claim or an end came first: the outcome is discarded.'),
  }),
  idempotent: true,
});
