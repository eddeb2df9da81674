// Who is refused when too much waits, and who waits for others: case by case.
import type { HolderLoad } from './load.state.ts';
import { heldBackMs, isContended, isRefused, roomForMembers } from './quotas.rules.ts';

const loads = (of: Record<string, Partial<HolderLoad>>): Map<string, HolderLoad> =>
  new Map(
    Object.entries(of).map(([id, load]) => [id, { running: 0, single: 0, members: 0, written: 0, ...load }]),
  );

describe('a full backlog', () => {
  it('refuses a holder with a share of it, and nobody with less', () => {
    const full = loads({ flood: { single: 90 }, small: { single: 3 }, batches: { members: 50 } });
    expect(isRefused(full, 'flood', 100)).toBe(true);
    expect(isRefused(full, 'small', 100)).toBe(false);
    expect(isRefused(full, 'newcomer', 100)).toBe(false);
    expect(isRefused(full, 'batches', 100)).toBe(false);
    expect(isRefused(full, 'flood', 143)).toBe(false);
  });

  it('twice over refuses everybody', () => {
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`h${n}`, { single: 1 }]));
    expect(isRefused(loads(many), 'newcomer', 100)).toBe(true);
  });
});

it('the members of batches take at most half of a backlog', () => {
  expect(roomForMembers(loads({ a: { members: 30 }, b: { members: 15, single: 500 } }), 100)).toBe(5);
  expect(roomForMembers(loads({ a: { members: 60 } }), 100)).toBe(0);
});

describe('work of others', () => {
  it('is what waits, and what was there a moment ago', () => {
    expect(isContended(loads({ a: { members: 20 }, b: { single: 1 } }), [])).toBe(true);
    expect(isContended(loads({ a: { members: 20 }, b: { written: 4 } }), [])).toBe(false);
    expect(isContended(loads({ a: { members: 20 } }), ['b'])).toBe(true);
    expect(isContended(loads({ a: { members: 20 } }), ['a'])).toBe(false);
  });
});

it('a holder whose batches have half of the places is held back, the longer the more of them wait', () => {
  const [busy, many, few] = loads({
    busy: { written: 5, members: 20 },
    many: { written: 5, members: 500 },
    few: { written: 4, members: 20 },
  }).values();
  expect(heldBackMs(busy, 10)).toBe(1000);
  expect(heldBackMs(busy, 9)).toBe(1000);
  expect(heldBackMs(many, 10)).toBe(10_000);
  expect(heldBackMs(few, 10)).toBe(0);
  expect(heldBackMs(busy, 0)).toBe(0); // nobody knows how many places there are
  expect(heldBackMs(undefined, 10)).toBe(0);
});
