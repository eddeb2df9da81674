import { durationRangeOf, moneyOf, moneyRangeOf, timeOf } from './figures.rules.ts';

describe('moneyOf', () => {
  it('tells small costs too', () => {
    expect(moneyOf(1700, 'USD', 'en')).toBe('$0.0017');
    expect(moneyOf(3_400_000, 'USD', 'en')).toBe('$3.40');
    expect(moneyOf(0, 'USD', 'en')).toBe('$0.00');
    expect(moneyOf(1700, 'USD', 'zh')).toBe('US$0.0017');
  });
});

describe('ranges', () => {
  it('tell a cost', () => {
    expect(moneyRangeOf(1_200_000, 2_400_000, 'USD', 'en')).toBe('$1.20 – $2.40');
    expect(moneyRangeOf(0, 0, 'USD', 'en')).toBe('$0.00');
  });
  it('tell a duration', () => {
    expect(durationRangeOf(100, 640, 'en')).toBe('2–11 minutes');
    expect(durationRangeOf(100, 640, 'zh')).toBe('2-11分钟');
    expect(durationRangeOf(5400, 9000, 'en')).toBe('1.5–2.5 hours');
  });
});

describe('timeOf', () => {
  it('names the day unless it is today', () => {
    const now = new Date(2026, 10, 23, 14, 2);
    const seconds = now.getTime() / 1000;
    expect(timeOf(seconds, 'en', now)).toBe('2:02 PM');
    expect(timeOf(seconds - 86_400, 'en', now)).toBe('Nov 22, 2026, 2:02 PM');
  });
});
