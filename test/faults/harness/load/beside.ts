// Measures how long somebody waits alone, and beside a neighbour who takes all that the limits allow.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Variables } from '#testing/environment';
import type { Answer } from '#testing/http';
import { percentile } from '#testing/statistics';
import { Tally } from '../checks/tally.ts';
import type { Context } from '../scenario.ts';
import { NOISE_MS, PAUSE_MS } from './machine.ts';

/** What must hold of the 95th percentile: at most so many times that of a quiet system, and so many milliseconds. */
const MOST = { times: 3, ms: 1000 };
/** Pause of a client of a flood that was told to come later, in milliseconds. */
const TOLD_MS = 100;

/** The limits of the gateway in production; scenarios of one account alone have higher ones. */
export const USUAL_LIMITS: Variables = {
  IN_FLIGHT_MAX: '200',
  LIMIT_READS_PER_MIN: '3000',
  LIMIT_WRITES_PER_MIN: '600',
  LIMIT_IMPORT_ITEMS_PER_H: '150000',
};

/** What is measured. */
interface Measured {
  /** What is timed, such as `a read`. */
  what: string;
  /** Does it for a while, and gives each duration, in milliseconds. */
  measure: () => Promise<number[]>;
  /** Begins what the neighbour does; gives a function that ends it. */
  attack: () => Promise<() => Promise<unknown>>;
  /** Most milliseconds beside the neighbour, instead of the usual ones. */
  mostMs?: number;
  /** Measurements of both kinds, by turns: whatever else the machine does then counts for both. */
  rounds?: number;
}

/** What was measured, in words, and the same as a failure when the neighbour was felt too much. */
interface Waits {
  notes: string;
  late: string | false;
}

/** Measures without the neighbour and then beside it, once or by turns. */
export async function waitsBeside(
  context: Context,
  { what, measure, attack, mostMs = MOST.ms, rounds = 1 }: Measured,
): Promise<Waits> {
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(...(await measure()));
    const end = await attack();
    try {
      beside.push(...(await measure()));
    } finally {
      await end();
    }
  }
  const [aloneMs, besideMs] = [alone, beside].map((times) => percentile(times, 95)) as [number, number];
  const most = Math.min(mostMs, MOST.times * Math.max(NOISE_MS, aloneMs)) + (context.full ? 0 : PAUSE_MS);
  const notes = `${what} alone ${inWords(alone)}, beside the neighbour ${inWords(beside)} ms (p50/p95)`;
  return { notes, late: !(besideMs <= most) && `${notes}; at most ${most.toFixed(0)} ms` };
}

function inWords(times: readonly number[]): string {
  return [50, 95].map((percent) => percentile(times, percent).toFixed(0)).join('/');
}

/** Does a piece of work again and again for some seconds, with a pause in milliseconds; gives each duration, in milliseconds. */
export async function timed(seconds: number, work: () => Promise<unknown>, pauseMs = 20): Promise<number[]> {
  const times: number[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(pauseMs)) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return times;
}

/** Clients that send again as soon as they are answered, and wait a moment when they are refused. */
export class Flood {
  readonly answers = new Tally();
  #over = new AbortController();
  #clients: Promise<void>[] = [];

  /** Adds clients that all send the same, together at most `perSecond` times. */
  add(clients: number, send: () => Promise<Pick<Answer, 'status'>>, perSecond = Infinity): this {
    const everyMs = (1000 * clients) / perSecond;
    const { signal } = this.#over;
    const client = async (): Promise<void> => {
      while (!signal.aborted) {
        const from = performance.now();
        const { status } = await send().catch(() => ({ status: 0 }));
        this.answers.add(status);
        const pauseMs = status === 0 || status >= 429 ? TOLD_MS : 0;
        await sleep(Math.max(pauseMs, from + everyMs - performance.now()));
      }
    };
    for (let n = 0; n < clients; n += 1) this.#clients.push(client());
    return this;
  }

  /** Ends the flood, with what is under way. Clients can be added again then. */
  async stop(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#clients);
    this.#over = new AbortController();
    this.#clients = [];
  }
}
