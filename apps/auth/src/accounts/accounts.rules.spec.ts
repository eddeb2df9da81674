// Tests of the normal form of an e-mail address.
import { normalEmail } from './accounts.rules.ts';

describe('normalEmail', () => {
  it.each([
    ['ana@example.com', 'ana@example.com'],
    ['Ana@Example.COM', 'ana@example.com'],
    ['ANA+list@EXAMPLE.com', 'ana+list@example.com'],
  ])('turns %s into %s', (written, normal) => {
    expect(normalEmail(written)).toBe(normal);
  });
});
