import {
  ago,
  dayInUtc,
  dayOf,
  durationRangeOf,
  isoDay,
  moneyOf,
  languageName,
  moneyRangeOf,
  shareOf,
  startInUtc,
  startOf,
  timeOf,
} from './figures.rules.ts';

describe('moneyOf', () => {
  it('tells small costs too', () => {
    expect(moneyOf(1700, 'USD', 'en')).toBe('$0.0017');
    expect(moneyOf(3_400_000, 'USD', 'en')).toBe('$3.40');
    expect(moneyOf(0, 'USD', 'en')).toBe('$0.00');
    expect(moneyOf(1700, 'USD', 'zh')).toBe('US$0.0017');
  });
});

it('names a language', () => {
  expect(languageName('de-DE', 'en')).toBe('German (Germany)');
  expect(languageName('Simplified Chinese', 'en')).toBe('Simplified Chinese');
});

it('tells a share', () => {
  expect(shareOf(2 / 3, 'en')).toBe('66.7%');
  expect(shareOf(undefined, 'en')).toBe('–');
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

it('says how long ago something was', () => {
  const now = 1_790_000_000;
  expect(ago(now, now, 'en')).toBe('now');
  expect(ago(now + 5, now, 'en')).toBe('now');
  expect(ago(now - 59, now, 'en')).toBe('59 sec. ago');
  expect(ago(now - 3 * 3600, now, 'en')).toBe('3 hr. ago');
  expect(ago(now - 2 * 86_400, now, 'zh')).toBe('前天');
});

it('goes from a day to its first moment and back', () => {
  expect(dayOf(startOf('2026-11-22') ?? 0)).toBe('2026-11-22');
  expect(startOf('')).toBeUndefined();
});

it('goes from a day of UTC to its first moment and back', () => {
  const start = startInUtc('2026-11-22') ?? 0;
  expect([start, isoDay(start), dayInUtc(start, 'en')]).toEqual([1_795_305_600, '2026-11-22', 'Nov 22']);
  for (const none of ['', 'today', '2026-13-01']) expect(startInUtc(none)).toBeUndefined();
});
