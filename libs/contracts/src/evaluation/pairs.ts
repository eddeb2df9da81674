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
      'Says which text of a pair is the better one. Voting on it again replaces the vote. A case counts with the mean of all votes on it.',
    answer: 'What is left to be judged.',
  },
  subject: 'generations.person.experiments.vote',
  since: '1.1.0',
  input: z.object({ actor, id: z.string(), body: voteRequest }),
  output: nextPair,
  errors: ['NotFound', 'UnknownReference', 'TooManyRequests'],
  idempotent: true,
});
