// Tests which scopes a new API key may have, and the request for it.
import type { Role } from '#client';
import { keyRequestOf, SCOPES_OF_ROLE } from './scopes.rules.ts';

it.each<[Role, string[]]>([
  ['viewer', ['read']],
  ['editor', ['read', 'write']],
  ['owner', ['read', 'write', 'admin']],
])('offers a %s the scopes %j', (role, scopes) => expect(SCOPES_OF_ROLE[role]).toEqual(scopes));

describe('keyRequestOf', () => {
  it('ends after the days that were chosen', () =>
    expect(keyRequestOf({ name: ' Nightly import ', scope: 'write', days: '30' }, 1_800_000_000.7)).toEqual({
      name: 'Nightly import',
      scopes: ['write'],
      expiresAt: 1_802_592_000,
    }));

  it('does not end when nothing was chosen', () =>
    expect(keyRequestOf({ name: 'Export', scope: 'read', days: '0' }, 1_800_000_000)).toEqual({
      name: 'Export',
      scopes: ['read'],
    }));
});
