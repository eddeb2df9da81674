import { languageOf } from './languages.rules.ts';

it('is the language of the marketplace', () => {
  expect(languageOf('手工橡木砧板', ['ja-JP'])).toBe('ja-JP');
  expect(languageOf('Eichenbrett', ['de-DE', 'en-GB'])).toBe('de-DE');
  expect(languageOf('', ['de-DE', 'en-GB'])).toBe('de-DE');
  expect(languageOf('Oak', [])).toBeUndefined();
});

it('is the one with the letters of the text where a marketplace has several', () => {
  expect(languageOf('لوح تقطيع من خشب البلوط IKEA', ['en-AE', 'ar-AE'])).toBe('ar-AE');
  expect(languageOf('Oak cutting board', ['ar-AE', 'en-AE'])).toBe('en-AE');
});

it.each(['de-Latf', 'ja-Hrkt', 'ko-Jamo', 'zh-Hanb', 'ar-Aran', 'no tag'])(
  'is %s, whose script Unicode has not',
  (tag) => expect(languageOf('Eichenbrett', [tag])).toBe(tag),
);
