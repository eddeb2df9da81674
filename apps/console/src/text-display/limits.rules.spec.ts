import type { ApplicationLimit } from '#client';
import { lengthOf, limitPoliciesOf, sizeOf, textLimitsOf, type LimitPolicy } from './limits.rules.ts';

it('counts code points, as the API does', () => {
  expect(lengthOf('a🪑é')).toBe(3);
});

it('prefers the limit of the marketplace', () => {
  const limits: ApplicationLimit[] = [
    { field: 'text', unit: 'characters', most: 75 },
    { marketplace: 'AE', field: 'text', unit: 'characters', most: 200 },
    { field: 'result', unit: 'items', most: 5 },
  ];
  const at = (marketplace?: 'AE' | 'DE', of?: 'result') =>
    textLimitsOf(limitPoliciesOf({ limits }, marketplace), 'a', of ? { of } : {});
  expect(at()).toEqual([{ unit: 'characters', most: 75 }]);
  expect(at('DE')).toEqual([{ unit: 'characters', most: 75 }]);
  expect(at('AE')).toEqual([{ unit: 'characters', most: 200 }]);
  expect(at('AE', 'result')).toEqual([{ unit: 'items', most: 5 }]);
});

describe('textLimitsOf', () => {
  const policy = (given: Partial<LimitPolicy>, limit: Partial<LimitPolicy['limit']>): LimitPolicy => ({
    builtIn: true,
    applications: ['product-title'],
    ...given,
    limit: { field: 'text', unit: 'characters', ...limit },
  });
  const policies = [
    policy({}, { most: 75 }),
    policy({}, { most: 200, media: true }),
    policy({ marketplaces: ['JP'] }, { unit: 'fullWidth', most: 50 }),
    policy({}, { least: 10 }),
    policy({ applications: ['bullet-points'] }, { most: 255 }),
  ];

  it('has one limit a unit, of the application alone', () => {
    expect(textLimitsOf(policies, 'product-title')).toEqual([
      { unit: 'characters', most: 75 },
      { unit: 'fullWidth', most: 50 },
    ]);
    expect(textLimitsOf(policies, 'product-title', { isMedia: true })[0]).toEqual({
      unit: 'characters',
      most: 200,
    });
  });

  it('is as strict as the workspace, which cannot loosen what is built in', () => {
    const own = (most: number) => policy({ builtIn: false, applications: undefined }, { most });
    expect(textLimitsOf([...policies, own(60)], 'product-title')[0]?.most).toBe(60);
    expect(textLimitsOf([...policies, own(90)], 'product-title')[0]?.most).toBe(75);
  });

  it('has what the workspace wants of the whole of which the text is a part, and nothing built in of that', () => {
    const ofListing = (builtIn: boolean) => policy({ builtIn, applications: ['listing'] }, { most: 50 });
    const most = (builtIn: boolean, asked?: string) =>
      textLimitsOf([...policies, ofListing(builtIn)], 'product-title', { asked })[0]?.most;
    expect([most(false, 'listing'), most(false), most(true, 'listing')]).toEqual([50, 75, 75]);
  });
});

it('counts characters, bytes and full-width characters', () => {
  expect(sizeOf('机 a🪑', 'characters')).toBe(4);
  expect(sizeOf('机 a🪑', 'bytes')).toBe(9);
  expect(sizeOf('机 a', 'fullWidth')).toBe(2);
  expect(sizeOf('two words', 'words')).toBe(2);
});
