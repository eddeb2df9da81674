// The language of each marketplace, and the languages that a request may name.
import { MARKETPLACE_CODES, type Marketplace } from '#contracts';
import { LANGUAGE_OF_MARKETPLACE, languageTag } from './languages.rules.ts';

describe('marketplace languages', () => {
  const expected: Record<string, Marketplace[]> = {
    en: ['AU', 'SG', 'IN', 'US', 'UK', 'CA'],
    nl: ['BE', 'NL'],
    'pt-BR': ['BR'],
    'zh-CN': ['CN'],
    ar: ['EG', 'SA', 'AE'],
    it: ['IT'],
    de: ['DE'],
    fr: ['FR'],
    ja: ['JP'],
    'es-MX': ['MX'],
    pl: ['PL'],
    es: ['ES'],
    sv: ['SE'],
    tr: ['TR'],
  };
  const rows = Object.entries(expected).flatMap(([language, codes]) => codes.map((code) => [code, language]));

  it.each(rows)('map %s to %s', (code, language) => {
    expect(LANGUAGE_OF_MARKETPLACE[code as Marketplace]).toBe(language);
  });

  it('exist for every marketplace, as canonical tags', () => {
    expect(rows.map(([code]) => code).sort()).toEqual([...MARKETPLACE_CODES].sort());
    for (const code of MARKETPLACE_CODES) {
      expect(languageTag(LANGUAGE_OF_MARKETPLACE[code])).toBe(LANGUAGE_OF_MARKETPLACE[code]);
    }
  });
});

describe('languages of requests', () => {
  it.each([
    ['de', 'de'],
    ['DE-at', 'de-AT'],
    ['pt-br', 'pt-BR'],
    ['zh-hans-cn', 'zh-Hans-CN'],
    ['iw', 'he'],
    ['en-US-u-ca-buddhist', 'en-US'],
    ['German', 'de'],
    [' japanese ', 'ja'],
    ['Brazilian Portuguese', 'pt-BR'],
    ['Simplified Chinese', 'zh-Hans'],
    ['Norwegian Bokmål', 'nb'],
  ])('normalize %j to %s', (text, tag) => {
    expect(languageTag(text)).toBe(tag);
  });

  it.each([
    'xx',
    'qqq',
    'gibberish',
    'abcde',
    'und',
    'mul',
    'zxx',
    'en_US',
    'e',
    '',
    '日本語',
    'x-mine',
    'de-',
  ])('do not include %j', (text) => {
    expect(languageTag(text)).toBeUndefined();
  });
});
