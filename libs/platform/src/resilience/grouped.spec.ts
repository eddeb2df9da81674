// Tests that calls that come while one runs go together, that none fails for another, and that a stuck run holds nobody up.
import { setTimeout as sleep } from 'node:timers/promises';
import { grouped, groupedBy } from './grouped.ts';

/** A grouped function that notes its runs, and one promise for each that lets it end. */
function recorded() {
  const runs: number[][] = [];
  const ends: (() => void)[] = [];
  const call = grouped(async (items: readonly number[]) => {
    runs.push([...items]);
    await new Promise<void>((resolve) => ends.push(resolve));
    if (items.includes(13)) throw new Error('13 is bad');
    return items.map((item) => item * 10);
  });
  return { runs, ends, call };
}

describe('grouped calls', () => {
  it('run at once when none is under way, and together when one is', async () => {
    const { runs, ends, call } = recorded();
    const first = call(1);
    await sleep(1);
    const others = [call(2), call(3)];
    await sleep(1);
    expect(runs).toEqual([[1]]);
    ends[0]!();
    expect(await first).toBe(10);
    await sleep(1);
    expect(runs).toEqual([[1], [2, 3]]);
    ends[1]!();
    expect(await Promise.all(others)).toEqual([20, 30]);
  });

  it('are at most 16 in a run', async () => {
    const { runs, ends, call } = recorded();
    const all = Promise.all(Array.from({ length: 20 }, (_, i) => call(i + 20)));
    await sleep(1);
    ends[0]!();
    await sleep(1);
    ends[1]!();
    expect(await all).toHaveLength(20);
    expect(runs.map(({ length }) => length)).toEqual([16, 4]);
  });

  it('fail alone', async () => {
    const { runs, ends, call } = recorded();
    const all = Promise.allSettled([call(12), call(13), call(14)]);
    await sleep(1);
    ends[0]!();
    await sleep(1);
    for (const end of ends.slice(1)) end();
    expect(await all).toMatchObject([{ value: 120 }, { reason: { message: '13 is bad' } }, { value: 140 }]);
    expect(runs).toEqual([[12, 13, 14], [12], [13], [14]]);
  });

  it('do not wait for a run that is stuck', async () => {
    const { runs, ends, call } = recorded();
    const stuck = call(1);
    await sleep(1);
    const other = call(2);
    await sleep(100);
    expect(runs).toEqual([[1], [2]]);
    ends[1]!();
    expect(await other).toBe(20);
    ends[0]!();
    expect(await stuck).toBe(10);
  });
});

describe('grouped calls of several keys', () => {
  it('go with those of their key alone', async () => {
    const runs: string[][] = [];
    const call = groupedBy(
      (item: string) => item.charAt(0),
      async (items: readonly string[]) => {
        runs.push([...items]);
        await sleep(1);
        return items.map((item) => item.toUpperCase());
      },
    );
    expect(await Promise.all(['a1', 'b1', 'a2', 'b2'].map(call))).toEqual(['A1', 'B1', 'A2', 'B2']);
    expect(runs).toEqual([
      ['a1', 'a2'],
      ['b1', 'b2'],
    ]);
    expect(await call('a3')).toBe('A3');
  });
});
