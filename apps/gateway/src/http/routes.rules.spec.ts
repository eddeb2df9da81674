// Tests which methods a path answers to.
import { allowedMethods } from './routes.rules.ts';

const routes = [
  { method: 'GET', url: '/products' },
  { method: 'GET', url: '/products/:id' },
  { method: 'POST', url: '/products/import' },
  { method: 'GET', url: '/console/*' },
];

describe('allowedMethods', () => {
  it.each([
    ['/products', ['GET']],
    ['/products/7', ['GET']],
    ['/products/import', ['POST']],
    ['/console/', ['GET']],
    ['/console/products/7', ['GET']],
    ['/console', []],
    ['/products/', []],
    ['/products/7/8', []],
    ['/', []],
    ['', []],
  ])('answers %j with %j', (path, expected) => expect(allowedMethods(routes, path)).toEqual(expected));
});
