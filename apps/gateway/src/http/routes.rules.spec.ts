// The rules of allowed methods.
import { allowedMethods } from './routes.rules.ts';

const routes = [
  { method: 'GET', url: '/products' },
  { method: 'GET', url: '/products/:id' },
  { method: 'POST', url: '/products/import' },
];

describe('allowed methods', () => {
  it.each([
    ['/products', ['GET']],
    ['/products/7', ['GET']],
    ['/products/import', ['GET', 'POST']],
    ['/products/', []],
    ['/products/7/8', []],
    ['/', []],
    ['', []],
  ])('of %j are %j', (path, expected) => expect(allowedMethods(routes, path)).toEqual(expected));
});
