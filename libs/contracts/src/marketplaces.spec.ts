// Tests the table of the 22 marketplaces.
import { MARKETPLACE_CODES, MARKETPLACES, REGIONS } from './marketplaces.ts';

describe('the marketplaces', () => {
  it('are the 22 documented ones', () => {
    expect(MARKETPLACE_CODES).toHaveLength(22);
    expect(Object.keys(MARKETPLACES).sort()).toEqual([...MARKETPLACE_CODES].sort());
  });

  it('have a source in one of three regions each, except for CN', () => {
    for (const [code, { marketplaceId, region }] of Object.entries(MARKETPLACES)) {
      if (code === 'CN') expect([marketplaceId, region]).toEqual([null, null]);
      else expect([typeof marketplaceId, REGIONS]).toEqual(['string', expect.arrayContaining([region])]);
    }
  });

  it('have distinct ids and hosts', () => {
    const rows = Object.values(MARKETPLACES);
    expect(new Set(rows.map((row) => row.marketplaceId)).size).toBe(22);
    expect(new Set(rows.map((row) => row.host)).size).toBe(22);
  });
});
