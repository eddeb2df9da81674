// Tests the flaws of JSON texts.
import { flawOf } from './json.rules.ts';

const TWICE = 'This field is there twice.';
const TEXT = 'A text must not contain NUL or half of a surrogate pair.';

it.each([
  '{}',
  '[]',
  'null',
  '-1.5e3',
  '"a"',
  ' {"a" : [ {"a":1} , {"a":2} ], "b" : {"a":"a","b":"a"} } ',
  String.raw`{"a\"":1,"a":2,"a\\":3,"\\\"a":"\",\"a\":{"}`,
  String.raw`{"a":"\ud83d\ude00 😀","b":"\\u0000"}`,
  '{"a":"a","A":1,"":2," ":3}',
])('%s has none', (json) => {
  JSON.parse(json);
  expect(flawOf(json)).toBeUndefined();
});

it.each([
  ['{"a":1,"a":1}', ['a'], TWICE],
  ['{"a":{"b":[0,{"c":1,"d":[],"c":{}}]}}', ['a', 'b', 1, 'c'], TWICE],
  [String.raw`{"a":1,"b":"x","\u0061":2}`, ['a'], TWICE],
  ['[[{}],[{"":1},{"":1,"":2}]]', [1, 1, ''], TWICE],
  [String.raw`{"a":["x","\u0000"]}`, ['a', 1], TEXT],
  [String.raw`{"a":{"\udc00\ud800":1}}`, ['a', '\ufffd\ufffd'], TEXT],
  [String.raw`{"a":"\\\ud83d \\ude00"}`, ['a'], TEXT],
  [String.raw`"\ud800"`, [], TEXT],
])('%s has one at %j', (json, path, message) => {
  JSON.parse(json);
  expect(flawOf(json)).toEqual({ path, message });
});

it('is nesting of more than 32 levels', () => {
  const nested = (levels: number): string => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;
  expect(flawOf(nested(32))).toBeUndefined();
  expect(flawOf(nested(34))).toEqual({ path: [], message: 'The body nests deeper than 32 levels.' });
});
