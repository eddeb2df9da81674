// How an account is told from another.
import { normalEmail } from './accounts.rules.ts';

describe('normalEmail', () => {
  it.each([
    ['ana@example.com', 'ana@example.com'],
    ['Ana@Example.COM', 'ana@example.com'],
    ['ANA+list@EXAMPLE.com', 'ana+list@example.com'],
  ])('stores %s as %s', (written, normal) => {
    expect(normalEmail(written)).toBe(normal);
  });
});
