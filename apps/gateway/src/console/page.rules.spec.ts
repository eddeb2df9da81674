// Tests what the gateway writes into the page of the console.
import type { Config } from '../config.ts';
import { headersOf, withNonce, withPaths } from './page.rules.ts';

it('tells the page where the API is', () => {
  const html =
    '<meta name="shelfscribe:base-path" content="/api/v2"><meta name="shelfscribe:core-path" content="/x">';
  expect(withPaths(html, { BASE_PATH: '/a', CORE_PATH: '/b' } as Config)).toBe(
    '<meta name="shelfscribe:base-path" content="/a"><meta name="shelfscribe:core-path" content="/b">',
  );
});

it('fills in every nonce', () => expect(withNonce('{{nonce}} {{nonce}}', 'x')).toBe('x x'));

it('lets the page load pictures from the named sources, and run no script of others', () => {
  const policy = headersOf('n', ['http://127.0.0.1:4010'])['content-security-policy'];
  expect(policy).toContain("img-src 'self' data: http://127.0.0.1:4010;");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("style-src 'self' 'nonce-n';");
});
