// Tests the form of ASINs.
import { isAsin } from './asin.rules.ts';

describe('ASINs', () => {
  it.each(['B07N4M94X4', '0399590501', '006287716X'])('accepts %s', (asin) => {
    expect(isAsin(asin)).toBe(true);
  });

  it.each(['20DOMINANT', 'b07n4m94x4', 'B07N4M94X', '0399590502', '', 'B07N4M94X4 '])(
    'refuses %j',
    (asin) => {
      expect(isAsin(asin)).toBe(false);
    },
  );
});
