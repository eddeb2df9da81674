import type { ApplicationLimit } from '#client';
import { lengthOf, mostOf } from './limits.rules.ts';

it('counts code points, as the API does', () => {
  expect(lengthOf('a🪑é')).toBe(3);
});

it('prefers the limit of the marketplace', () => {
  const limits: ApplicationLimit[] = [
    { field: 'text', unit: 'characters', most: 75 },
    { marketplace: 'AE', field: 'text', unit: 'characters', most: 200 },
    { field: 'result', unit: 'items', most: 5 },
  ];
  expect(mostOf(limits, 'text', 'characters')).toBe(75);
  expect(mostOf(limits, 'text', 'characters', 'DE')).toBe(75);
  expect(mostOf(limits, 'text', 'characters', 'AE')).toBe(200);
  expect(mostOf(limits, 'result', 'items', 'AE')).toBe(5);
  expect(mostOf(limits, 'result', 'characters')).toBeUndefined();
});
