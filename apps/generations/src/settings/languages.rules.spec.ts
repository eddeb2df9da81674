// The languages that a request may name.
import { languageTag } from './languages.rules.ts';

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
