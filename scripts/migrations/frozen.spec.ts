// Frozen migrations keep their statements, names and order (npm run migrations:freeze).
import { checksumsOf } from '#platform/migrations';
import { MIGRATIONS as auth } from '../../apps/auth/src/migrations/index.ts';
import { MIGRATIONS as catalogue } from '../../apps/catalogue/src/migrations/index.ts';
import { MIGRATIONS as generations } from '../../apps/generations/src/migrations/index.ts';
import { MIGRATIONS as notifications } from '../../apps/notifications/src/migrations/index.ts';
import frozen from './frozen.json' with { type: 'json' };
import { changesOf, type Checksums } from './frozen.ts';

it('frozen migrations are as they were', async () => {
  const present: Checksums = {};
  for (const [owner, migrations] of Object.entries({ auth, catalogue, generations, notifications }))
    present[owner] = await checksumsOf(migrations);
  expect(Object.values(present).flatMap((one) => Object.values(one))).toHaveLength(
    new Set(Object.values(present).flatMap((one) => Object.values(one))).size,
  );
  expect(changesOf(frozen, present)).toEqual([]);
});

describe('a frozen migration', () => {
  const kept: Checksums = { auth: { first: 'a', second: 'b' } };

  it.each<[string, Record<string, string>, string[]]>([
    ['may be followed by another', { first: 'a', second: 'b', third: 'c' }, []],
    ['may not be changed', { first: 'a', second: 'B' }, ['auth: second has other statements']],
    ['may not go', { first: 'a' }, ['auth: second is gone']],
    [
      'may not come after a new one',
      { first: 'a', new: 'n', second: 'b' },
      ['auth: new comes before second, which has run already'],
    ],
  ])('%s', (_, present, findings) => {
    expect(changesOf(kept, { auth: present })).toEqual(findings);
  });
});
