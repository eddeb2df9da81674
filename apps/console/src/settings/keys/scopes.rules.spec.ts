// Tests the request for a new API key.
import { keyRequestOf } from './scopes.rules.ts';

describe('keyRequestOf', () => {
  it('ends after the days that were chosen', () =>
    expect(keyRequestOf(' Nightly import ', 'write', 30, 1_800_000_000.7)).toEqual({
      name: 'Nightly import',
      scopes: ['write'],
      expiresAt: 1_802_592_000,
    }));

  it('does not end when nothing was chosen', () =>
    expect(keyRequestOf('Export', 'read', 0, 1_800_000_000)).toEqual({ name: 'Export', scopes: ['read'] }));
});
