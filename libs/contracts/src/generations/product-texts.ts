// Defines how the catalogue asks generations for the states of all texts anew, after a loss of events or a restore.
import { z } from 'zod';
import { productTextState } from '../catalogue/products.ts';
import { request } from '../define.ts';
import { opaqueId, uuid } from '../values.ts';

/** Names a text, in the order in which all are told. */
export const textKey = z.object({ workspaceId: uuid, productId: uuid, applicationId: opaqueId });
export type TextKey = z.infer<typeof textKey>;

/** Texts of one answer. */
export const RETOLD_TEXTS = 500;

/**
 * Tells how the next texts of all workspaces stand, each in a new version, which is above all that were ever told, even if the
 * database of generations was restored to an earlier moment.
 */
export const retellTexts = request({
  subject: 'generations.service.texts.retell',
  since: '1.1.0',
  input: z.object({ after: textKey.optional() }),
  output: z.object({
    since: z.int().describe('A version below those of the texts: what is known in an older one is no more.'),
    texts: z.array(textKey.extend({ state: productTextState, generationId: uuid, version: z.int() })),
    isLast: z.boolean(),
  }),
  timeoutMs: 8000,
  idempotent: true,
});
