// Follows a generation while it is written: what each event of its stream changes.
import type { Generation, GenerationCheck, ListingPart, ServerSentEvent } from '#client';

/** What is known of a generation that is being written. */
export interface Live {
  /** The text so far, by index into the result. */
  texts: string[];
  /** Of a listing: the part of each text, as far as it is known. */
  parts: (ListingPart | undefined)[];
  /** What happens now. */
  phase: 'waiting' | 'writing' | 'checking' | 'ended';
  /** The attempt that writes; 0 before the first. */
  attempt: number;
  model?: string;
  /** Why the text began anew. */
  reset?: 'retry' | 'repair' | 'correction' | 'gap';
  /** The record, when an event told it. */
  generation?: Generation;
}

/** What is known before the first event. */
export const NOTHING_YET: Live = { texts: [], parts: [], phase: 'waiting', attempt: 0 };

/** Data of the events, by their names. */
interface EventData {
  'generation.snapshot': {
    generation: Generation;
    partial: { index: number; part?: ListingPart; text: string }[];
  };
  'generation.started': { attempt: number; model: string };
  'generation.output.delta': { attempt: number; index: number; part?: ListingPart; delta: string };
  'generation.output.item': { attempt: number; index: number; item: { part?: ListingPart } };
  'generation.output.reset': { attempt: number; reason: NonNullable<Live['reset']> };
  'generation.check': { index: number; findings: GenerationCheck[] };
  'generation.completed': Generation;
  'generation.failed': Generation;
}

const CHANGES: { [Name in keyof EventData]: (live: Live, data: EventData[Name]) => Live } = {
  'generation.snapshot': (live, { generation, partial }) => ({
    ...live,
    generation,
    texts: partial.reduce<string[]>((texts, { index, text }) => withOne(texts, index, text, ''), []),
    parts: partial.reduce<Live['parts']>(
      (parts, { index, part }) => withOne(parts, index, part, undefined),
      [],
    ),
    phase: generation.status === 'RUNNING' ? (partial.length > 0 ? 'writing' : 'waiting') : 'ended',
  }),
  'generation.started': (live, { attempt, model }) => ({
    ...live,
    attempt,
    model,
    texts: [],
    parts: [],
    phase: 'writing',
  }),
  'generation.output.delta': ({ reset: _over, ...live }, { attempt, index, part, delta }) => ({
    ...live,
    attempt,
    phase: 'writing',
    texts: withOne(live.texts, index, (live.texts[index] ?? '') + delta, ''),
    parts: withOne(live.parts, index, part ?? live.parts[index], undefined),
  }),
  'generation.output.item': (live, { index, item: { part } }) => ({
    ...live,
    parts: withOne(live.parts, index, part ?? live.parts[index], undefined),
  }),
  'generation.output.reset': (live, { attempt, reason }) => ({
    ...live,
    attempt,
    reset: reason,
    texts: [],
    parts: [],
    phase: 'writing',
  }),
  'generation.check': (live) => ({ ...live, phase: 'checking' }),
  'generation.completed': (live, generation) => ({ ...live, generation, phase: 'ended' }),
  'generation.failed': (live, generation) => ({ ...live, generation, phase: 'ended' }),
};

/** What is known after an event. One that this release does not know changes nothing. */
export function afterEvent(live: Live, { event, data }: Pick<ServerSentEvent, 'event' | 'data'>): Live {
  if (!Object.hasOwn(CHANGES, event)) return live;
  const change = CHANGES[event as keyof EventData] as (live: Live, data: unknown) => Live;
  return change(live, data);
}

/** The list with another value in one place, and `none` in places before it that have none. */
function withOne<T>(list: readonly T[], index: number, value: T, none: T): T[] {
  const copy = Array.from({ length: Math.max(list.length, index + 1) }, (_, i) => list[i] ?? none);
  copy[index] = value;
  return copy;
}
