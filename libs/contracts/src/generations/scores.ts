// Defines the scores of a generation: what can be measured of a result without asking a model or a person for it, what
// people decided, and what the judge of its experiment said.
import { z } from 'zod';
import { request } from '../define.ts';
import { actor } from '../values.ts';

const count = z.int().min(0);
const share = z.number().min(0).max(1);
const yes = z.union([z.literal(0), z.literal(1)]);

/** What only its worker knows of a result: measured at its end, and stored. */
export const writtenScores = z.object({
  hardFirst: count.describe(
    'Findings in the first answer of the model that forbid to publish it, before anything was written again.',
  ),
  repaired: yes.describe('1 when what was written again took the place of the first answer.'),
  lengthUse: share
    .optional()
    .describe(
      'How much of the allowed length the texts use, on average. Of built-in applications with a result.',
    ),
  distinct: share
    .optional()
    .describe(
      'How much the items differ: 1 when no two share a word that tells something. Of several items.',
    ),
  languageShare: share
    .optional()
    .describe('Share of the letters that stand in sentences of the language asked for. With a result.'),
});
export type WrittenScores = z.infer<typeof writtenScores>;

/** All scores of a generation. Those that do not apply, or are not known yet, are absent. */
export const generationScores = writtenScores
  .partial()
  .extend({
    warnings: count.optional().describe('Warnings of the quality check. With a result.'),
    factsCovered: share
      .optional()
      .describe('Share of the facts of `coverage` that the result tells. Where the source data have facts.'),
    keywordsCovered: share
      .optional()
      .describe('Share of the keywords that stand in it. Where there are any.'),
    latencyMs: count.optional().describe('Milliseconds from the claim of its last worker to its end.'),
    inputTokens: count.optional(),
    outputTokens: count.optional(),
    costMicros: count.optional().describe('Millionths of the currency, of all attempts.'),
    accepted: yes.optional().describe('1 when a person accepted it, 0 when one rejected it.'),
    rejected: yes.optional().describe('1 when a person rejected it, 0 when one accepted it.'),
    edited: share.optional().describe('Share of the words that a person changed before accepting it.'),
    judgeWins: share
      .optional()
      .describe(
        'Share of the comparisons of its experiment that it has won in both orders; a tie counts half. Where a judge has judged it.',
      ),
    judgeYes: share
      .optional()
      .describe(
        "Share of yes among the judge's answers about it that quote it. Where a judge has judged it.",
      ),
  })
  .meta({ id: 'GenerationScores' });
export type GenerationScores = z.infer<typeof generationScores>;
/** A score by its name. */
export type ScoreName = keyof GenerationScores;

export const getGenerationScores = request({
  operation: {
    id: 'GetGenerationScores',
    summary: 'Get the scores of a generation',
    description:
      'What is measured of a generation at its end, without a call of a model, what people decided about it, and what the judge of its experiment said. A running generation has no scores yet.',
    answer: 'The scores that are known.',
  },
  subject: 'generations.person.generations.scores',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: generationScores,
  errors: ['NotFound'],
  idempotent: true,
});
