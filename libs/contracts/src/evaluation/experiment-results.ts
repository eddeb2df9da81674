// Defines what an experiment has shown: scores of its arms, how they differ from the first arm, and verdicts.
import { z } from 'zod';
import { uuid } from '../values.ts';

/** Scores by which arms are compared, whether less of each is better, and whether it tells of the quality of a text. */
export const COMPARED_SCORES = {
  success: { less: false, quality: true },
  hardFirst: { less: true, quality: true },
  repaired: { less: true, quality: false },
  warnings: { less: true, quality: true },
  factsCovered: { less: false, quality: true },
  keywordsCovered: { less: false, quality: true },
  lengthUse: { less: false, quality: false },
  distinct: { less: false, quality: true },
  languageShare: { less: false, quality: true },
  latencyMs: { less: true, quality: false },
  inputTokens: { less: true, quality: false },
  outputTokens: { less: true, quality: false },
  costMicros: { less: true, quality: false },
  judgeWins: { less: false, quality: false },
  judgeYes: { less: false, quality: false },
} as const;
export const comparedScore = z
  .enum(Object.keys(COMPARED_SCORES) as [keyof typeof COMPARED_SCORES, ...(keyof typeof COMPARED_SCORES)[]])
  .meta({ id: 'ComparedScore' });
export type ComparedScore = z.infer<typeof comparedScore>;

/** Name of an arm. */
export const armName = z.string().trim().min(1).max(60);

/** What can be said of two arms. */
export const verdict = z
  .enum(['BETTER', 'WORSE', 'NO_DIFFERENCE', 'TOO_FEW'])
  .describe('Of an arm beside the first. TOO_FEW: not even an arm that wins every case could be named.')
  .meta({ id: 'Verdict' });
export type Verdict = z.infer<typeof verdict>;

const interval = z.object({ mean: z.number(), low: z.number(), high: z.number() });

/** A score of an arm. */
export const armScore = z
  .object({
    n: z.int().describe('Generations that have it.'),
    mean: z.number(),
    difference: interval
      .optional()
      .describe(
        'How much more of it the arm has than the first, over the cases that both have, with a 95 % interval (paired bootstrap).',
      ),
    wins: z.int().optional().describe('Cases in which it is better than the first arm.'),
    losses: z.int().optional(),
    ties: z.int().optional(),
    verdict: verdict.optional().describe('Of the scores that tell of the quality of a text.'),
  })
  .meta({ id: 'ArmScore' });
export type ArmScore = z.infer<typeof armScore>;

const worstCase = z.object({
  productId: uuid,
  title: z.string(),
  generationId: uuid,
  firstGenerationId: uuid.describe('That of the first arm.'),
  better: z.array(comparedScore).describe('Scores of quality in which it is better than the first arm.'),
  worse: z.array(comparedScore),
});

/** What the judge has said of an arm, beside `judgeWins` and `judgeYes` among its scores. */
const judged = z.object({
  flips: z
    .int()
    .describe('Pairs of which it has preferred one text in one order and the other text in the other: ties.'),
  questions: z
    .array(
      z.object({
        question: z.string(),
        n: z.int().describe('Answers about texts of the arm with a quote that stands there.'),
        yes: z.number().optional().describe('Share of yes among them.'),
        firstN: z.int().describe('Likewise of the texts of the first arm that stood beside them.'),
        firstYes: z.number().optional(),
        difference: interval
          .optional()
          .describe(
            'How much larger the share of yes is than that of the first arm, over the cases with an answer about both, with a 95 % interval (paired bootstrap).',
          ),
        wins: z
          .int()
          .describe('Cases in which more of its answers are yes than of those about the first arm.'),
        losses: z.int(),
        ties: z.int(),
        verdict: verdict
          .optional()
          .describe('Corrected for the number of questions and arms. Absent unless the judge is calibrated.'),
      }),
    )
    .describe('What it has answered to each question. None of them decides alone.'),
  verdict: verdict
    .optional()
    .describe('Of `judgeWins`. Absent unless the judge is calibrated: then it names no winner.'),
});

/** What an experiment has shown of an arm. */
export const armResults = z
  .object({
    name: armName,
    scores: z.partialRecord(comparedScore, armScore),
    people: armScore
      .omit({ mean: true })
      .optional()
      .describe(
        'What people have said of pairs with the first arm: `n` votes; the difference is the share of cases won less that of cases lost. Where there are votes.',
      ),
    judge: judged
      .optional()
      .describe(
        'What the judge has said of pairs with the first arm. Where it has judged any in both orders.',
      ),
    costPerTextMicros: z
      .number()
      .optional()
      .describe('Cost of the arm by each text that passed the quality check. Where costs are known.'),
    verdict: verdict
      .optional()
      .describe(
        'By the votes of people, where they are enough; else by the judge, if it is calibrated. Where people and judge disagree (`agreement`), no winner is named. Else BETTER is: better in a score of quality, and worse in none; better in one and worse in another is NO_DIFFERENCE. Not of the first arm.',
      ),
    worst: z
      .array(worstCase)
      .max(10)
      .describe('Cases in which it is worse than the first arm in the most scores of quality.'),
  })
  .meta({ id: 'ArmResults' });
export type ArmResults = z.infer<typeof armResults>;

/** What an experiment has shown. */
export const experimentResults = z
  .object({
    arms: z.array(armResults),
    comparisons: z
      .int()
      .describe(
        'Comparisons from which a winner may come: scores of quality, in each arm but the first. Verdicts are corrected for their number (Bonferroni): of 100 experiments with equal arms, 2 name a winner.',
      ),
    agreement: z
      .object({
        n: z.int().describe('Pairs that both have judged.'),
        kappa: z
          .number()
          .optional()
          .describe(
            "Cohen's kappa: 1 where they always agree, 0 where they do no more than by chance. Absent where chance alone would make them agree.",
          ),
        calibrated: z
          .boolean()
          .describe('True from ten pairs and a kappa of 0.4 on: only then does the judge name winners.'),
        disagreed: z
          .boolean()
          .describe(
            'True from ten pairs on when kappa is below 0.4: then no winner is named, and no arm is BETTER or WORSE.',
          ),
      })
      .optional()
      .describe('How far the judge and people agree. Where a judge has judged.'),
    passed: z
      .boolean()
      .optional()
      .describe(
        'True when `minimum` is reached, and no arm was stopped before its end. Only with a minimum.',
      ),
  })
  .meta({ id: 'ExperimentResults' });
export type ExperimentResults = z.infer<typeof experimentResults>;
