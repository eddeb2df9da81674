// Defines what the generation workers say to their owner: the job, claims, leases and outcomes of generations.
import { z } from 'zod';
import { usedEnvironment } from '../generation-environment.ts';
import { resultType } from '../applications.ts';
import { product } from '../catalogue/products.ts';
import { job, request } from '../define.ts';
import { writtenScores } from './scores.ts';
import {
  generationCheck,
  generationResult,
  MAX_ANSWERED_BY,
  MAX_ERROR_DETAIL,
  modelUsage,
} from '../generations.ts';
import { marketplace } from '../marketplaces.ts';
import { generationClaim, generationCoverage, MAX_CLAIMS, usedVersions } from './evidence.ts';
import { GENERATION_ERROR_CODES } from '../records.ts';
import { documentKind } from './documents.ts';
import { ownPolicy } from './policies.ts';
import { usedVoice } from './voices.ts';
import { uuid } from '../values.ts';

/** Name of the queue of the generation workers. */
export const GENERATION_QUEUE = 'generations';

/** Job of writing one generation. */
export const generationJob = job({
  queues: [GENERATION_QUEUE],
  data: z.object({
    /** Version of this shape. */
    v: z.literal(1),
    generationId: uuid,
    /** So that a worker can see whether its server has room before it claims. Jobs of the release before lack it. */
    model: z.string().optional(),
  }),
  attempts: 3,
});

/** Name of the queue of generations for which a person waits, in front of which the workers keep some places free. */
export const PEOPLE_QUEUE = 'generations-people';

/**
 * The second job of a generation for which a person waits: it finds a place that is kept for people when all others are taken.
 * The first one, in the queue of all, does what is left to do after it.
 */
export const waitedForJob = job({ queues: [PEOPLE_QUEUE], data: generationJob.data, attempts: 1 });

/** The definition of an application of a workspace; a built-in application needs none. */
export const customApplication = z.object({
  instructions: z.string().describe('A Liquid template.'),
  resultType,
  resultSchema: z.record(z.string(), z.json()).optional().describe('JSON Schema of an item of RESULTS.'),
});
export type CustomApplication = z.infer<typeof customApplication>;

/** The accepted text of another generation, which is written again; of a judgement, the two texts that it compares. */
export const originalText = z.object({
  texts: z.array(z.string()),
  applicationId: z.string().describe('Which wrote it.'),
  language: z.string(),
});
export type OriginalText = z.infer<typeof originalText>;

/** Everything a worker needs to write one generation. */
export const generationTask = z.object({
  applicationId: z.string(),
  inputs: z.record(z.string(), z.json()),
  environment: usedEnvironment.extend({
    language: z.string(),
    model: z.string(),
    temperature: z.number(),
  }),
  marketplace: marketplace.optional().describe('Where the text is for.'),
  document: z
    .object({
      title: z.string(),
      content: z.string(),
      kind: documentKind.optional().describe('Absent: guidance.'),
    })
    .optional(),
  voice: usedVoice.optional().describe('The voice as it was when the generation was accepted.'),
  learned: z
    .array(z.string())
    .optional()
    .describe('Accepted texts about other products: examples of words and rhythm, never facts.'),
  original: originalText.optional(),
  product: product.optional().describe('The product at the time when the generation was accepted.'),
  application: customApplication
    .optional()
    .describe('The definition of an application that is not built in.'),
  policies: z.array(ownPolicy).optional().describe('What the workspace forbids and demands of its texts.'),
});
export type GenerationTask = z.infer<typeof generationTask>;

/** A generation that a worker holds; `epoch` is its fencing token, which grows with every claim. */
export const generationLease = z.object({ generationId: uuid, epoch: z.int() });
export type GenerationLease = z.infer<typeof generationLease>;

/** Claims a generation under a lease. The same worker may repeat the request and gets the same answer. */
export const claimGeneration = request({
  subject: 'generations.worker.leases.claim',
  since: '1.1.0',
  input: z.object({
    generationId: uuid,
    worker: z.string().max(100).describe('Identifies the process and the attempt.'),
    process: z
      .object({ id: uuid, places: z.int().min(1).describe('Generations that it writes at once.') })
      .optional()
      .describe('The process that claims.'),
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
    z
      .object({ state: z.literal('busy'), retryAfterMs: z.int() })
      .describe('Another worker holds the lease, or it is the turn of others.'),
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
      .describe('One for each lease, in their order. False: the lease is lost, so stop working.'),
  }),
  idempotent: true,
});

/** What an attempt used, by which versions it wrote, and how its last model call ended. */
export const attemptUsage = modelUsage.extend({
  ...usedVersions.shape,
  finishReason: z.string().max(32).optional().describe('As the model reported it.'),
  answeredBy: z
    .string()
    .max(MAX_ANSWERED_BY)
    .optional()
    .describe('The model that has answered, if the server names another one than was asked.'),
});
export type AttemptUsage = z.infer<typeof attemptUsage>;

/**
 * Ends an attempt without an outcome. A lease that is still held is given back, so that another attempt can follow; the
 * usage counts in any case, also after another claim or after the end of the generation.
 */
export const releaseGeneration = request({
  subject: 'generations.worker.leases.release',
  input: generationLease.extend({
    usage: attemptUsage.optional(),
    errorCode: z.enum(GENERATION_ERROR_CODES).optional().describe('Why the attempt failed, if it did.'),
  }),
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
    claims: z.array(generationClaim).max(MAX_CLAIMS).optional(),
    coverage: generationCoverage.optional(),
    scores: writtenScores.optional().describe('A worker of the release before does not tell them.'),
    usage: attemptUsage,
  }),
  z.object({
    status: z.literal('FAILED'),
    errorCode: z.enum(GENERATION_ERROR_CODES),
    errorDetail: z.string().max(MAX_ERROR_DETAIL).optional(),
    draft: generationResult
      .optional()
      .describe('What the quality check has refused. With QualityCheckFailed.'),
    checks: z.array(generationCheck).optional().describe('Why. With QualityCheckFailed.'),
    scores: writtenScores.optional().describe('When a model has answered.'),
    usage: attemptUsage.optional(),
  }),
]);
export type GenerationOutcome = z.infer<typeof generationOutcome>;

/** Ends a generation if this claim is its latest, also after the lease has expired. */
export const finishGeneration = request({
  subject: 'generations.worker.leases.finish',
  input: generationLease.extend({ outcome: generationOutcome }),
  since: '1.1.0',
  output: z.object({
    accepted: z
      .boolean()
      .describe('False: the generation was claimed again or has ended, so the outcome is discarded.'),
  }),
  idempotent: true,
});
