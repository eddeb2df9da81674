// Tests how request headers are read.
import {
  EVENT_STREAM,
  isOneOf,
  JSON_TYPE,
  language,
  MERGE_PATCH,
  preferred,
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

describe('preferred', () => {
  it.each([
    [undefined, 'JSON'],
    ['*/*', 'JSON'],
    ['application/json', 'JSON'],
    ['application/json; charset=utf-8', 'JSON'],
    ['application/*', 'JSON'],
    ['text/html, */*;q=0.1', 'JSON'],
    ['text/html', 'none'],
    ['application/xml, image/*', 'none'],
    ['application/json;q=0', 'none'],
    ['*/*;q=0', 'none'],
    ['application/json;q=0, */*', 'stream'],
    ['text/event-stream', 'stream'],
    ['text/*', 'stream'],
    ['application/json;q=0.5, text/event-stream', 'stream'],
    ['application/json, text/event-stream;q=0.5', 'JSON'],
    ['text/event-stream, application/json', 'stream'],
  ])('answers %j with %s', (header, expected) => {
    const type = preferred([JSON_TYPE, EVENT_STREAM], header);
    expect(type).toBe({ JSON: JSON_TYPE, stream: EVENT_STREAM }[expected]);
  });
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
