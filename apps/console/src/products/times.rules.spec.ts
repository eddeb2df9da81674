import { ago, dayOf, startOf } from './times.rules.ts';

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
