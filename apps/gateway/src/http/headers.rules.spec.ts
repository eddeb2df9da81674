// Tests how request headers are read.
import {
  accepts,
  isOneOf,
  JSON_TYPE,
  language,
  MERGE_PATCH,
  timesSent,
  waitSeconds,
} from './headers.rules.ts';

describe('language', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['zh', 'zh'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['en-GB, zh;q=0.9', 'en'],
    ['en;q=0.1, zh;q=0.2', 'zh'],
    ['fr, zh;q=0.5, *;q=0.1', 'zh'],
    ['fr', 'en'],
    ['*', 'en'],
    ['zh;q=0', 'en'],
    ['ZH-Hant', 'zh'],
    ['zhuang', 'en'],
    [';;,,q=', 'en'],
  ])('answers %j with %s', (header, expected) => expect(language(header)).toBe(expected));
});

describe('accepts', () => {
  it.each([
    [undefined, true],
    ['*/*', true],
    ['application/json', true],
    ['application/json; charset=utf-8', true],
    ['application/*', true],
    ['text/html, */*;q=0.1', true],
    ['text/html', false],
    ['application/xml, text/*', false],
    ['application/json;q=0', false],
    ['application/json;q=0, */*', false],
    ['*/*;q=0', false],
  ])('answers %j with %s', (header, expected) => expect(accepts('application/json', header)).toBe(expected));
});

describe('isOneOf', () => {
  it.each([
    ['application/json', true],
    ['Application/JSON ; Charset="UTF-8"', true],
    ['application/json;charset=utf-8', true],
    [undefined, false],
    ['', false],
    ['text/plain', false],
    ['application/json; charset=utf-16', false],
    ['application/json, text/plain', false],
    ['application/jsonp', false],
    ['application/x-www-form-urlencoded', false],
    ['application/merge-patch+json', false],
  ])('answers %j with %s', (header, expected) => expect(isOneOf([JSON_TYPE], header)).toBe(expected));

  it('knows the other types of a route', () => {
    expect(isOneOf([JSON_TYPE, MERGE_PATCH], 'Application/Merge-Patch+JSON; charset=utf-8')).toBe(true);
    expect(isOneOf([MERGE_PATCH], 'application/json')).toBe(false);
    expect(isOneOf([JSON_TYPE, MERGE_PATCH], 'application/patch+json')).toBe(false);
  });
});

describe('waitSeconds', () => {
  it.each([
    ['wait=10', 10],
    ['respond-async, wait=10', 10],
    ['wait="5"', 5],
    ['WAIT = 7; x=y', 7],
    ['wait=61', 60],
    ['wait=999999999', 60],
    [['respond-async', 'wait=3'], 3],
    ['wait=4, wait=9', 4],
    [undefined, undefined],
    ['', undefined],
    ['wait=0', undefined],
    ['wait=-1', undefined],
    ['wait=1.5', undefined],
    ['wait=ten', undefined],
    ['wait', undefined],
    ['waiting=5', undefined],
  ])('reads %j as %s', (header, expected) => expect(waitSeconds(header)).toBe(expected));
});

describe('timesSent', () => {
  it('counts names in any case and ignores values', () => {
    expect(
      timesSent(['AUTHORIZATION', 'a', 'Authorization', 'b', 'X', 'authorization'], 'authorization'),
    ).toBe(2);
    expect(timesSent(['Host', 'x'], 'authorization')).toBe(0);
  });
});
