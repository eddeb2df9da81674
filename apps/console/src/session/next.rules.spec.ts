// Tests where a sign-in may lead to.
import { isToJoin, safeNext } from './next.rules.ts';

describe('safeNext', () => {
  it.each(['/', '/products?genre=Retailer#top'])('keeps %j', (next) => expect(safeNext(next)).toBe(next));
  it.each([
    undefined,
    7,
    '',
    'products',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/sign-in?next=/',
  ])('leads to the start instead of %j', (next) => expect(safeNext(next)).toBe('/'));
});

describe('isToJoin', () => {
  it.each(['/join', '/join?from=mail'])('is true of %j', (next) => expect(isToJoin(next)).toBe(true));
  it.each([undefined, '/', '/joiners'])('is false of %j', (next) => expect(isToJoin(next)).toBe(false));
});
