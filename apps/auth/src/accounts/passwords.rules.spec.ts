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

  it('takes a moment for the longest passwords', () => {
    const started = performance.now();
    for (const part of ['1', 'a1!', '1!iIlL|', '({[<', '4@8({[<369|11|0$5+7%2'])
      guessable(part.repeat(128).slice(0, 128));
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
