// Tests which passwords are too easy to guess.
import { isGuessable } from './passwords.rules.ts';

const guessable = (password: string): boolean =>
  isGuessable(password, 'annabel.lee@example.com', 'Annabel Lee');

describe('isGuessable', () => {
  it.each([
    'password1234',
    'Password123!',
    'qwertyuiop123',
    '123456789012',
    'aaaaaaaaaaaaaaaa',
    'annabel.lee1',
    'annabel.lee@example.com',
    'abcdefgh'.repeat(16),
    '1'.repeat(128),
  ])('is true for %s', (password) => expect(guessable(password)).toBe(true));

  it.each([
    'correct horse battery staple',
    'oak table, three drawers',
    'tV8#qLm2!xRz',
    '手工橡木砧板很好用的刀',
  ])('is false for %s', (password) => expect(guessable(password)).toBe(false));

  // The time of an estimate grows much faster than the length.
  it('reads the first 32 characters of a password only', () => {
    expect(guessable(`${'a'.repeat(31)}tV8#qLm2!xRz`)).toBe(true);
    expect(guessable(`${'a'.repeat(20)}tV8#qLm2!xRz`)).toBe(false);
  });
});
