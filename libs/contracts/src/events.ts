// Defines the events of the stream EVENTS, which travel in the CloudEvents 1.0 envelope.
import { z } from 'zod';
import { event } from './define.ts';
import { importStatus } from './catalogue/imports.ts';
import { productTextState } from './catalogue/products.ts';
import { batchCounts, batchStatus } from './generations/batches.ts';
import { GENERATION_ERROR_CODES } from './records.ts';
import { uuid } from './values.ts';

/** An import has ended. */
export const importCompleted = event({
  type: 'import.completed',
  version: 1,
  data: z.object({
    workspaceId: uuid,
    importId: uuid,
    status: importStatus.exclude(['RUNNING']),
    counts: z.object({ total: z.int(), success: z.int(), failure: z.int() }),
  }),
});

/** A product was created. */
export const productCreated = event({
  type: 'product.created',
  version: 1,
  data: z.object({ workspaceId: uuid, productId: uuid, version: z.int() }),
});

/**
 * The content of a product changed, or the product is back after it was deleted. `sourceVersion` is the version that last
 * changed one of its SOURCE_FIELDS, and `sourceHash` is equal for equal values of them.
 */
export const productUpdated = event({
  type: 'product.updated',
  version: 1,
  data: z.object({
    workspaceId: uuid,
    productId: uuid,
    version: z.int(),
    sourceVersion: z.int(),
    sourceHash: z.string(),
  }),
});

/** A product was deleted. The deletion has a version too, which is higher than those of all changes before. */
export const productDeleted = event({
  type: 'product.deleted',
  version: 1,
  data: z.object({ workspaceId: uuid, productId: uuid, version: z.int() }),
});

/** A generation ended with a result. */
export const generationSucceeded = event({
  type: 'generation.succeeded',
  version: 1,
  data: z.object({ workspaceId: uuid, generationId: uuid }),
});

/** A generation ended without a result. */
export const generationFailed = event({
  type: 'generation.failed',
  version: 1,
  data: z.object({ workspaceId: uuid, generationId: uuid, errorCode: z.enum(GENERATION_ERROR_CODES) }),
});

/** A custom application has a new version. For generations itself; the event feed does not have it. */
export const applicationUpdated = event({
  type: 'application.updated',
  version: 1,
  data: z.object({ workspaceId: uuid, applicationId: z.string(), version: z.int() }),
});

/**
 * The texts of an application for some products have changed their state; a text without a state is missing. `version` grows
 * with each change of one text. For the catalogue; the event feed does not have it.
 */
export const productTextsChanged = event({
  type: 'product.texts_changed',
  version: 1,
  data: z.object({
    workspaceId: uuid,
    applicationId: z.string(),
    texts: z.array(
      z.object({
        productId: uuid,
        state: productTextState.optional(),
        generationId: uuid.optional(),
        version: z.int(),
      }),
    ),
  }),
});

/** A person accepted or rejected the result of a generation. */
export const generationReviewed = event({
  type: 'generation.reviewed',
  version: 1,
  data: z.object({ workspaceId: uuid, generationId: uuid, state: z.enum(['ACCEPTED', 'REJECTED']) }),
});

/** A batch has ended. */
export const batchCompleted = event({
  type: 'batch.completed',
  version: 1,
  data: z.object({
    workspaceId: uuid,
    batchId: uuid,
    status: batchStatus.exclude(['RUNNING']),
    counts: batchCounts,
  }),
});

/**
 * People accept the texts of an application less often, or more often, than before: over 7 days the share is outside the band of
 * the 28 days before, with at least 50 decisions in each.
 */
export const qualityChanged = event({
  type: 'quality.changed',
  version: 1,
  data: z.object({
    workspaceId: uuid,
    applicationId: z.string(),
    direction: z.enum(['BELOW', 'ABOVE']),
    acceptRate: z.number(),
    earlierRate: z.number(),
    reviewed: z.int(),
  }),
});

/** A refresh token was used again after its successor: somebody has a copy of it, so its session was ended. */
export const sessionReuseDetected = event({
  type: 'session.reuse_detected',
  version: 1,
  data: z.object({ workspaceId: uuid, accountId: uuid, sessionId: uuid }),
});
