// Tests how much failures slow down a sign-in.
import { signInDelayMs } from './sign-in.rules.ts';

describe('signInDelayMs', () => {
  it.each([
    [0, 0],
    [9, 0],
    [10, 200],
    [11, 400],
    [19, 2000],
    [10_000, 2000],
  ])('answers %i failures with %i ms', (failures, ms) => expect(signInDelayMs(failures, 10, 2000)).toBe(ms));
});
