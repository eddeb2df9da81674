// Tests when a signing key is made, published, used and retired.
import { ACCESS_TOKEN_SECONDS } from '#contracts';
import { dueKey, publishedKeys, retiredKeys, signingKey, type KeyTimes } from './signing-keys.rules.ts';

const START = Date.parse('2026-11-21T00:00:00Z');
const DAY = 24 * 60;
const ROTATION_DAYS = 30;

/** The time so many minutes after the start. */
const at = (minutes: number): Date => new Date(START + minutes * 60_000);

const key = (number: number, publishedAt: number, signsFrom: number, retiredAt?: number): KeyTimes => ({
  number,
  publishedAt: at(publishedAt),
  signsFrom: at(signsFrom),
  retiredAt: retiredAt === undefined ? null : at(retiredAt),
});

const numbers = (keys: KeyTimes[]): number[] => keys.map(({ number }) => number);

const alone = [key(1, 0, 0)];
const pending = [key(1, 0, 0, 100), key(2, 5, 20)];
const three = [key(1, 0, 0, 100), key(2, 5, 20, 200), key(3, 105, 120)];

describe('the state of the keys', () => {
  const state = (signs: number | undefined, published: number[], retired: number[] = []) => ({
    signs,
    published,
    retired,
  });

  it.each([
    ['there is no key', [], 0, state(undefined, [])],
    ['the first key is new', alone, 0, state(1, [1])],
    ['the first key is long overdue', alone, 99 * DAY, state(1, [1])],
    ['our clock is behind the clock that made the first key', alone, -1, state(1, [1])],
    ['the second key is published', pending, 10, state(1, [1, 2])],
    ['the second key is about to sign', pending, 19.99, state(1, [1, 2])],
    ['the second key begins to sign', pending, 20, state(2, [1, 2])],
    ['the first key is about to retire', pending, 99.99, state(2, [1, 2])],
    ['the first key has retired', pending, 100, state(2, [2], [1])],
    ['the third key is published', three, 110, state(2, [2, 3], [1])],
    ['the keys come in reverse order', three.toReversed(), 130, state(3, [3, 2], [1])],
  ])('is right when %s', (_situation, keys, now, expected) => {
    const signs = signingKey(keys, at(now))?.number;
    const published = numbers(publishedKeys(keys, at(now)));
    expect(state(signs, published, numbers(retiredKeys(keys, at(now))))).toEqual(expected);
  });
});

describe('dueKey', () => {
  it.each<[situation: string, keys: KeyTimes[], now: number, due: number | undefined]>([
    ['there is no key yet', [], 0, 1],
    ['the key is new', alone, 1, undefined],
    ['the lead time has not quite begun', alone, 30 * DAY - 15.01, undefined],
    ['the lead time begins', alone, 30 * DAY - 15, 2],
    ['auth has not run for months', alone, 400 * DAY, 2],
    ['the next key is published already', pending, 10, undefined],
    ['the oldest key is due but the youngest is not', pending, 30 * DAY, undefined],
    ['the youngest of three keys is due', three, 30 * DAY + 120 - 15, 4],
  ])('is right when %s', (_situation, keys, now, due) => {
    expect(dueKey(keys, at(now), ROTATION_DAYS)?.number).toBe(due);
  });

  it('lets the first key sign at once', () => {
    expect(dueKey([], at(0), ROTATION_DAYS)).toMatchObject({ publishedAt: at(0), signsFrom: at(0) });
  });

  it('publishes a later key at least ten minutes before it signs', () => {
    const due = dueKey(alone, at(30 * DAY), ROTATION_DAYS);
    expect(due?.publishedAt).toEqual(at(30 * DAY));
    expect(due?.signsFrom.getTime()).toBeGreaterThanOrEqual(at(30 * DAY + 10).getTime());
  });

  it('keeps the old key published until its last token has expired', () => {
    const due = dueKey(alone, at(30 * DAY), ROTATION_DAYS);
    const lastToken = (due?.signsFrom.getTime() ?? NaN) + ACCESS_TOKEN_SECONDS * 1000;
    expect(due?.predecessorsRetireAt.getTime()).toBeGreaterThan(lastToken);
  });

  it('has a published key that signs, and at most two published keys, at every moment of a year', () => {
    let keys: KeyTimes[] = [];
    const faults: string[] = [];
    for (let minute = 0; minute < 365 * DAY; minute += 5) {
      const now = at(minute);
      const due = dueKey(keys, now, ROTATION_DAYS);
      if (due) {
        const predecessors = keys.map((one) => ({
          ...one,
          retiredAt: one.retiredAt ?? due.predecessorsRetireAt,
        }));
        keys = [...predecessors, due];
      }
      keys = publishedKeys(keys, now);
      const signs = signingKey(keys, now);
      if (!signs || signs.signsFrom > now || keys.length > 2) faults.push(now.toISOString());
    }
    expect(faults).toEqual([]);
    expect(keys.at(-1)?.number).toBeGreaterThan(11);
  });
});
