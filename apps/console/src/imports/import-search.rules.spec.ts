// Tests what the address of the list of imports says, and what the API is asked for.
import { importFiltersOf, importSearchOf } from './import-search.rules.ts';

/** 2026-11-22 13:00 UTC. */
const NOW = 1_795_352_400;
const MIDNIGHT = 1_795_305_600;

it.each([
  [{ status: 'RUNNING' }, { status: 'RUNNING' }],
  [{ status: 'PARTIAL,FAILED' }, { status: 'PARTIAL,FAILED' }],
  [{ status: 'PARTIAL,nonsense', since: '7', day: 'today' }, { since: 7 }],
  [{ since: -1, day: '2026-13-40', other: 1 }, {}],
  [{ day: '2026-11-22' }, { day: '2026-11-22' }],
])('an address with %j filters by %j', (given, search) => {
  expect(importSearchOf(given)).toEqual(search);
});

it.each([
  [{}, {}],
  [
    { status: 'FAILED,PARTIAL', since: 1 },
    { status: ['FAILED', 'PARTIAL'], createdAfter: MIDNIGHT },
  ],
  [{ since: 7 }, { createdAfter: MIDNIGHT - 6 * 86_400 }],
  [{ day: '2026-11-21' }, { createdAfter: MIDNIGHT - 86_400, createdBefore: MIDNIGHT }],
])('%j asks for %j', (search, filters) => {
  expect(importFiltersOf(search, NOW)).toEqual(filters);
});
