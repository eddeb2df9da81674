// Who is refused when too much waits, and who waits for others: case by case.
import type { HolderLoad } from './load.state.ts';
import { heldBack, isRefused, roomForMembers } from './quotas.rules.ts';

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

describe('a holder whose batches have half of the places', () => {
  const busy = { written: 5, members: 20 };

  it('is held back while others wait, and only then', () => {
    expect(heldBack(loads({ busy, other: { single: 1 } }), 10)).toEqual(['busy']);
    expect(heldBack(loads({ busy, other: { members: 1 } }), 9)).toEqual(['busy']);
    expect(heldBack(loads({ busy, other: { written: 4 } }), 10)).toEqual([]);
    expect(heldBack(loads({ busy: { ...busy, written: 4 }, other: { single: 1 } }), 10)).toEqual([]);
  });

  it('is not held back while nobody knows how many places there are', () => {
    expect(heldBack(loads({ busy, other: { single: 1 } }), 0)).toEqual([]);
  });
});
