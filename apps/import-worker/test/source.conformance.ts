// What every source of product data must keep, whoever it asks.
import { setTimeout as sleep } from 'node:timers/promises';
import type { RetailerSource } from '../src/spapi/port.ts';

/** How a marketplace may treat its next call. */
export type Mood = 'rejects' | 'throttles' | 'breaks' | 'refuses' | 'talks nonsense' | 'hangs';

/** A source and the marketplace behind it. */
export interface SourceWorld {
  source: RetailerSource;
  /** The marketplace, in the US, knows these products. */
  knows(...asins: string[]): void;
  /** The mood of its next call only. */
  next(mood: Mood): void;
  /** Calls that it got for products so far. */
  calls(): number;
  close(): Promise<void>;
}

const never = new AbortController().signal;
const [A, B, C] = ['B00000000A', 'B00000000B', 'B00000000C'] as const;

/** Runs the suite against a source. */
export function describeSource(name: string, open: () => Promise<SourceWorld>): void {
  describe(`${name} as a source`, () => {
    let world: SourceWorld;
    beforeEach(async () => {
      world = await open();
      world.knows(A, B);
    });
    afterEach(() => world.close());

    it('answers with the products that are known, by one call', async () => {
      const answer = await world.source.fetch('US', [C, B, A], never);
      if (answer.state !== 'answered') throw new Error(answer.state);
      expect(answer.items.map(({ asin }) => asin).toSorted()).toEqual([A, B]);
      expect(world.calls()).toBe(1);
    });

    it('answers with none when none is known', async () => {
      expect(await world.source.fetch('US', [C], never)).toEqual({ state: 'answered', items: [] });
    });

    it('takes 20 products', async () => {
      const many = Array.from({ length: 20 }, (_, i) => `B0000000${i + 10}`);
      world.knows(...many);
      expect(await world.source.fetch('US', many, never)).toMatchObject({
        items: many.map((asin) => expect.objectContaining({ asin })),
      });
    });

    it.each([
      ['rejects', { state: 'rejected' }],
      ['throttles', { state: 'throttled', retryAfterMs: expect.any(Number) }],
      ['breaks', { state: 'unavailable' }],
      ['refuses', { state: 'unauthorised' }],
      ['talks nonsense', { state: 'unavailable' }],
    ] as const)('tells when the marketplace %s, tries nothing twice, and recovers', async (mood, told) => {
      world.next(mood);
      expect(await world.source.fetch('US', [A], never)).toEqual(told);
      expect(world.calls()).toBe(1);
      expect(await world.source.fetch('US', [A], never)).toMatchObject({
        state: 'answered',
        items: [{ asin: A }],
      });
    });

    it('ends soon after it is told to', async () => {
      world.next('hangs');
      const leaving = new AbortController();
      const answer = world.source.fetch('US', [A], leaving.signal);
      while (world.calls() === 0) await sleep(5);
      const toldAt = performance.now();
      leaving.abort();
      expect(await answer).toEqual({ state: 'aborted' });
      expect(performance.now() - toldAt).toBeLessThan(200);
    });

    it('does not begin once it is told to end', async () => {
      expect(await world.source.fetch('US', [A], AbortSignal.abort())).toEqual({ state: 'aborted' });
      expect(world.calls()).toBe(0);
    });
  });
}
