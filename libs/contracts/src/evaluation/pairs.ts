// Defines how people judge experiments: two texts for one product beside each other, without the names of their arms.
import { z } from 'zod';
import { request } from '../define.ts';
import { generationResult } from '../generations.ts';
import { actor, uuid } from '../values.ts';

/** Two texts of one case, one of them of the first arm. Which one is chance. */
export const blindPair = z
  .object({
    id: uuid,
    title: z.string().describe('Title of the product.'),
    a: generationResult,
    b: generationResult,
  })
  .meta({ id: 'BlindPair' });

/** What is left to be judged by a person. */
export const nextPair = z
  .object({
    left: z.int().describe('Pairs that this account has not judged, this one included.'),
    pair: blindPair.optional().describe('The same one again until it is judged. Absent when none is left.'),
  })
  .meta({ id: 'NextPair' });
export type NextPair = z.infer<typeof nextPair>;

const answer = z.object({ yes: z.boolean(), quote: z.string().describe('Words that stand in that text.') });
const answersAbout = z
  .array(answer)
  .max(2)
  .describe('Of each order in which it saw the texts, its answer about this one, if it quoted it.');

/** What the judge of an experiment has said of a pair. */
export const pairJudgement = z
  .object({
    pairId: uuid,
    winner: z
      .enum(['a', 'b', 'tie'])
      .describe('The text that it prefers in both orders, in the letters of the pair; else a tie.'),
    isFlip: z.boolean().describe('True when each order has made it prefer another text.'),
    questions: z.array(z.object({ question: z.string(), a: answersAbout, b: answersAbout })),
  })
  .meta({ id: 'PairJudgement' });
export type PairJudgement = z.infer<typeof pairJudgement>;

/** What a vote gives. */
export const votedPair = nextPair
  .extend({
    judgement: pairJudgement
      .optional()
      .describe('What the judge has said of the pair that was voted on. Where it has judged it.'),
  })
  .meta({ id: 'VotedPair' });
export type VotedPair = z.infer<typeof votedPair>;

/** Body of a vote. */
export const voteRequest = z
  .strictObject({
    pairId: z.string().min(1).max(64).describe('`pair.id`'),
    winner: z.enum(['a', 'b', 'tie']),
    reasons: z.array(z.string().trim().min(1).max(200)).max(10).optional(),
  })
  .meta({ id: 'VoteRequest', example: { pairId: '019a8e9e-0a11-7b22-8c33-4d44ee55ff66', winner: 'b' } });
export type VoteRequest = z.infer<typeof voteRequest>;

export const getPair = request({
  operation: {
    id: 'GetExperimentPair',
    summary: 'Get a pair to judge',
    description:
      'Two texts for one product without the names of their arms, one of them of the first arm, which this account has not judged yet. Judge it with a vote.',
    answer: 'A pair, if one is left.',
  },
  subject: 'generations.person.experiments.pair',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: nextPair,
  errors: ['NotFound', 'TooManyRequests'],
});

export const vote = request({
  operation: {
    id: 'CreateExperimentVote',
    summary: 'Vote on a pair',
    description:
      'Says which text of a pair is the better one, and only then what the judge of the experiment has said of it, if it has one. So a vote stands where there is a judge; without one, voting again replaces it. A case counts with the mean of all votes on it.',
    answer: 'What is left to be judged, and what the judge has said of the pair.',
  },
  subject: 'generations.person.experiments.vote',
  since: '1.1.0',
  input: z.object({ actor, id: z.string(), body: voteRequest }),
  output: votedPair,
  errors: ['NotFound', 'UnknownReference', 'InvalidState', 'TooManyRequests'],
  idempotent: true,
});
