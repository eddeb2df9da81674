// Languages: names, scripts, words and lengths.
import { languageOf, lengthOf, segments, shareInScript, tellingWords } from './languages.rules.ts';

describe('a language', () => {
  it.each([
    ['de-AT', 'de', 'Austrian German', true],
    ['zh-TW', 'zh', 'Chinese (Taiwan)', false],
    ['ja', 'ja', 'Japanese', false],
    ['pt-BR', 'pt', 'Brazilian Portuguese', true],
  ])('%s has a name and word boundaries', (tag, code, name, spaced) => {
    expect(languageOf(tag)).toMatchObject({ tag, code, name, spaced });
  });

  it.each([
    ['en', 'Oak bench', 1],
    ['en', '橡木长椅', 0],
    ['zh', '橡木长椅', 1],
    ['zh-Hant', '橡木長椅 ABCD', 0.8],
    ['ja', 'オークのベンチ', 1],
    ['ko', '참나무 벤치', 1],
    ['ar', 'مقعد خشبي', 1],
    ['ru', 'Bench', 0],
    ['zh', '通过OEKO-TEX Standard 100认证', 4 / 7],
    ['en', '120 × 45', 1],
  ])('%s measures the share of its script in “%s”', (tag, text, share) => {
    expect(shareInScript(text, languageOf(tag))).toBe(share);
  });

  it('finds the words that carry meaning, with positions', () => {
    const words = tellingWords('A bench for the garden, 2 x 4', languageOf('en'));
    expect(words).toEqual([
      { text: 'bench', start: 2, end: 7 },
      { text: 'garden', start: 16, end: 22 },
    ]);
  });

  it('finds words in text without spaces', () => {
    expect(tellingWords('橡木花园长椅', languageOf('zh')).map(({ text }) => text)).toEqual([
      '橡木',
      '花园',
      '长椅',
    ]);
  });

  it('finds sentences', () => {
    const found = segments('Oiled twice. Seats two!', languageOf('en'), 'sentence');
    expect(found.map(({ text }) => text)).toEqual(['Oiled twice. ', 'Seats two!']);
  });
});

it('counts lengths in code points', () => {
  expect(lengthOf('a🪑é')).toBe(3);
});
