// Defines live text: what the worker tells about a generation while the model writes.
import { z } from 'zod';
import { listingPart } from '../applications.ts';
import { notification, type StreamTexts } from '../define.ts';
import { generationCheck } from '../generations.ts';

const attempt = z.int().min(1).describe('Grows with each worker that takes the generation.');
const index = z.int().min(0).describe('Index into the result; 0 for a text.');

/** What happens while a generation is written, as clients receive it: the name of the event and its data. */
export const liveEvent = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('generation.started'),
    data: z.object({ attempt, model: z.string() }),
  }),
  z.object({
    event: z.literal('generation.output.delta'),
    data: z.object({
      attempt,
      index,
      part: listingPart.optional().describe('Of a listing: the part that the text is of.'),
      delta: z.string().describe('To be appended to the text at this index.'),
    }),
  }),
  z.object({
    event: z.literal('generation.output.item'),
    data: z.object({ attempt, index, item: z.record(z.string(), z.json()) }),
  }),
  z.object({
    event: z.literal('generation.output.reset'),
    data: z.object({
      attempt,
      reason: z
        .enum(['retry', 'repair', 'correction', 'gap'])
        .describe('Discard the text so far. After a gap, only the result has the text.'),
    }),
  }),
  z.object({
    event: z.literal('generation.check'),
    data: z.object({ index, findings: z.array(generationCheck) }),
  }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

/** Consecutive events of one attempt; `first` is the number of the first of them. Numbers begin with 1. */
export const liveText = z.object({ attempt, first: z.int().min(1), events: z.array(liveEvent).min(1) });
export type LiveText = z.infer<typeof liveText>;

/**
 * What is new about a generation; the key is its id. The stream LIVE keeps these notifications for an hour, so that a
 * reader who comes late can catch up. The record decides.
 */
export const liveGeneration = notification({
  prefix: 'live.generation',
  data: z.union([liveText, z.object({ ended: z.literal(true) })]),
});

/** The stream of the events of a generation. */
export const followGeneration: StreamTexts = {
  id: 'FollowGeneration',
  summary: 'Follow a generation',
  description: 'the text while it is written, then the end',
  events: {
    'generation.snapshot':
      '`{generation, partial: [{index, part?, text}]}`: the record and its text so far; the first event, unless the stream goes on with missed ones',
    'generation.started': '`{attempt, model}`',
    'generation.output.delta':
      '`{attempt, index, part?, delta}`: to be appended to the text at this index; `part` is that of a listing',
    'generation.output.item': '`{attempt, index, item}`: a complete item of RESULTS',
    'generation.output.reset':
      '`{attempt, reason}`: discard the text so far; the reason is `retry`, `repair`, `correction` or `gap`',
    'generation.check': '`{index, findings}`: what the quality check found',
    'generation.completed': 'the generation; the stream ends',
    'generation.failed': 'the generation; the stream ends',
  },
  repeats: true,
};
