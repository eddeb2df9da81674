// The life of a signing key, moment by moment.
import { ACCESS_TOKEN_SECONDS } from '#contracts';
import { dueKey, publishedKeys, retiredKeys, signingKey, type KeyTimes } from './signing-keys.rules.ts';

const START = Date.parse('2026-11-21T00:00:00Z');
const DAY = 24 * 60;
const ROTATION_DAYS = 30;

/** A moment, in minutes after the start. */
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

describe('a signing key', () => {
  it.each([
    { situation: 'no key', keys: [], now: 0, signs: undefined, published: [], retired: [] },
    { situation: 'the first key, at once', keys: alone, now: 0, signs: 1, published: [1], retired: [] },
    { situation: 'the first key, late', keys: alone, now: 99 * DAY, signs: 1, published: [1], retired: [] },
    {
      situation: 'a clock behind the one that made the first key',
      keys: alone,
      now: -1,
      signs: 1,
      published: [1],
      retired: [],
    },
    {
      situation: 'a second one on its way',
      keys: pending,
      now: 10,
      signs: 1,
      published: [1, 2],
      retired: [],
    },
    {
      situation: 'just before it signs',
      keys: pending,
      now: 19.99,
      signs: 1,
      published: [1, 2],
      retired: [],
    },
    { situation: 'as it begins to sign', keys: pending, now: 20, signs: 2, published: [1, 2], retired: [] },
    {
      situation: 'the old one nearly gone',
      keys: pending,
      now: 99.99,
      signs: 2,
      published: [1, 2],
      retired: [],
    },
    { situation: 'the old one retired', keys: pending, now: 100, signs: 2, published: [2], retired: [1] },
    { situation: 'a third one on its way', keys: three, now: 110, signs: 2, published: [2, 3], retired: [1] },
    {
      situation: 'whatever the order',
      keys: three.toReversed(),
      now: 130,
      signs: 3,
      published: [3, 2],
      retired: [1],
    },
  ])('$situation: $signs signs, $published published, $retired retired', ({ keys, now, ...expected }) => {
    expect({
      signs: signingKey(keys, at(now))?.number,
      published: numbers(publishedKeys(keys, at(now))),
      retired: numbers(retiredKeys(keys, at(now))),
    }).toMatchObject({ signs: expected.signs, published: expected.published, retired: expected.retired });
  });
});

describe('dueKey', () => {
  it.each([
    { situation: 'no key yet', keys: [], now: 0, due: 1 },
    { situation: 'a new key', keys: alone, now: 1, due: undefined },
    { situation: 'a moment too early', keys: alone, now: 30 * DAY - 15.01, due: undefined },
    { situation: 'a lead before the change', keys: alone, now: 30 * DAY - 15, due: 2 },
    { situation: 'nobody ran for months', keys: alone, now: 400 * DAY, due: 2 },
    { situation: 'the next one is on its way', keys: pending, now: 10, due: undefined },
    { situation: 'the youngest counts, not the oldest', keys: pending, now: 30 * DAY, due: undefined },
    { situation: 'the next round', keys: three, now: 30 * DAY + 120 - 15, due: 4 },
  ])('$situation: $due', ({ keys, now, due }) => {
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
    expect(due?.othersRetireAt.getTime()).toBeGreaterThan(lastToken);
  });

  it('walks through a year without a moment in which no published key signs, or more than two are published', () => {
    let keys: KeyTimes[] = [];
    const faults: string[] = [];
    for (let minute = 0; minute < 365 * DAY; minute += 5) {
      const now = at(minute);
      const due = dueKey(keys, now, ROTATION_DAYS);
      if (due) {
        const others = keys.map((one) => ({ ...one, retiredAt: one.retiredAt ?? due.othersRetireAt }));
        keys = [...others, due];
      }
      keys = publishedKeys(keys, now);
      const signs = signingKey(keys, now);
      if (!signs || signs.signsFrom > now || keys.length > 2) faults.push(now.toISOString());
    }
    expect(faults).toEqual([]);
    expect(keys.at(-1)?.number).toBeGreaterThan(11);
  });
});
