// Values of the fuzzer: valid by a JSON schema, or with one error.
import { fc } from '#testing/property';
import type { ApiDocument, Schema } from '#testing/http';

/** Values that a schema does not contain, such as ids and models, by the name of their field. */
export type Words = Record<string, readonly string[]>;

const SCRIPTS = [
  '<script>alert(1)</script>',
  "' OR 1=1 --",
  '"; DROP TABLE product; --',
  '{{7*7}}',
  '${7*7}',
];
const PATHS = ['../../etc/passwd', '%00', '\\x00', 'file:///etc/passwd', 'http://169.254.169.254/'];
const UNICODE = [
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  '\u202e',
  '\ufeff',
  '１２３',
  'e\u0301',
  '👩‍👩‍👧',
  'ﷺ',
  '\u2028',
];
const OBJECTS = ['__proto__', 'constructor', 'toString', '$ne', '%s%n', 'null', 'undefined', 'NaN', '', ' '];
/** Texts that often break programs. */
const HOSTILE = [...SCRIPTS, ...PATHS, ...UNICODE, ...OBJECTS];

/** Any text: hostile, ordinary, or of random code units with lone surrogates. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
    .map((units) => String.fromCharCode(...units)),
);

/** Any JSON value of moderate size. */
const anyJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false),
    fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
    oddText,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(oddText, tie('value'), { maxKeys: 4 }),
  ),
})).value;

/** Values that a schema allows; `name` is the name of the field. */
export function valid(api: ApiDocument, schema: Schema, words: Words, name = ''): fc.Arbitrary<unknown> {
  const one = api.resolve(schema);
  const generic = ofType(api, one, words);
  const known = words[name];
  return known ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, generic) : generic;
}

function ofType(api: ApiDocument, schema: Schema, words: Words): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      return schema.format === 'email' ? fc.emailAddress() : text(schema);
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return lists(schema, valid(api, schema.items ?? {}, words, 'items'));
    case 'object':
      return objects(api, schema, words);
    case undefined:
    default:
      return anyJson;
  }
}

function text({ minLength = 0, maxLength = 5000 }: Schema): fc.Arbitrary<string> {
  const fits = (one: string): boolean => one.length >= minLength && one.length <= maxLength;
  return fc.oneof(
    { weight: 6, arbitrary: oddText.filter(fits) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(Math.max(minLength, 1)), 'x'.repeat(maxLength)) },
  );
}

function numbers({ type, minimum: min = -1e15, maximum: max = 1e15 }: Schema): fc.Arbitrary<number> {
  const inside = type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
  return fc.oneof(inside, fc.constantFrom(min, max));
}

function lists({ minItems = 0, maxItems = 8 }: Schema, item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> {
  const short = fc.array(item, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 8) });
  // A full list has small items, because the size of the body is a different limit.
  const small = item.filter((one) => JSON.stringify(one).length < 100);
  const full = small.map((one) => Array.from({ length: maxItems }, () => one));
  return fc.oneof({ weight: 9, arbitrary: short }, { weight: 1, arbitrary: full });
}

function objects(api: ApiDocument, schema: Schema, words: Words): fc.Arbitrary<object> {
  const { properties = {}, required = [], additionalProperties: more } = schema;
  const fields = Object.entries(properties).map(([key, one]) => [key, valid(api, one, words, key)] as const);
  const model = Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>;
  const named = fc.record(model, { requiredKeys: required });
  if (typeof more !== 'object') return named;
  const linked = words['inputs']?.map((key) => [key, valid(api, {}, words, key)] as const) ?? [];
  const known = fc.record(Object.fromEntries(linked), { requiredKeys: [] });
  return fc.oneof(known, fc.dictionary(oddText, valid(api, more, words), { maxKeys: 4 }));
}

const RAW = [
  'null',
  'true',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e999',
  '-1e999',
  '1e-400',
  '9007199254740993',
  '""',
  '[]',
  '{}',
];
const BROKEN = [
  '',
  ',',
  'NaN',
  "'x'",
  '"\u0000"',
  '"\\u12"',
  '01',
  '{"a":1,}',
  '[1,,2]',
  '/* */1',
  '\ufeff1',
  '"x',
];
const KEYS = [
  '__proto__',
  'constructor',
  'accountId',
  'workspaceId',
  'status',
  'id',
  'result',
  '',
  'a'.repeat(300),
];

/** JSON texts in the place of a valid value: wrong, at a bound, huge, deep, or no JSON. */
const wrongJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...RAW),
  fc.constantFrom(...BROKEN),
  anyJson.map((value) => JSON.stringify(value)),
  fc.constantFrom(1, 65, 300, 5000, 33_000, 130_000).map((length) => JSON.stringify('x'.repeat(length))),
  fc.constantFrom(31, 33, 2000).map((levels) => '['.repeat(levels) + ']'.repeat(levels)),
  fc.constantFrom(31, 33, 2000).map((levels) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)),
);

/** JSON of a value with one error: a part is replaced, missing, added or repeated. */
export function nearly(values: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  return fc
    .record({
      value: values,
      at: fc.nat(1000),
      how: fc.constantFrom('replace', 'remove', 'add', 'repeat'),
      key: fc.oneof(fc.constantFrom(...KEYS), oddText),
      text: wrongJson,
    })
    .map(({ value, at, how, key, text }) => {
      const places = placesIn(value);
      const place = places[at % places.length] ?? [];
      if (how === 'replace') return write(value, place, () => text);
      if (how === 'remove') return write(value, place, () => undefined);
      return write(value, place, (json) => extended(json, how === 'add' ? key : undefined, text));
    });
}

/** The JSON of an object or list with one more part; for any other value a list of both. */
function extended(json: string, key: string | undefined, text: string): string {
  if (json.startsWith('[')) return `${json.slice(0, -1)}${json === '[]' ? '' : ','}${text}]`;
  if (!json.startsWith('{') || json === '{}') return `[${json},${text}]`;
  const again = key ?? /^\{"((?:[^"\\]|\\.)*)"/.exec(json)?.[1] ?? '';
  return `${json.slice(0, -1)},${key === undefined ? `"${again}"` : JSON.stringify(key)}:${text}}`;
}

type Place = readonly string[];

function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  // Only the first parts of a long list, because otherwise nothing else would be chosen.
  const parts = Object.entries(value).slice(0, 6);
  return [at, ...parts.flatMap(([key, part]) => placesIn(part, [...at, key]))];
}

/** JSON of a value in which the part at a place is changed, or left out when `change` returns undefined. */
function write(value: unknown, [key, ...rest]: Place, change: (json: string) => string | undefined): string {
  if (key === undefined) return change(JSON.stringify(value)) ?? '';
  const parts = Object.entries(value as object).flatMap(([one, part]) => {
    if (one !== key) return [[one, JSON.stringify(part)]];
    const text = rest.length > 0 ? write(part, rest, change) : change(JSON.stringify(part));
    return text === undefined ? [] : [[one, text]];
  });
  return Array.isArray(value)
    ? `[${parts.map(([, text]) => text).join(',')}]`
    : `{${parts.map(([one, text]) => `${JSON.stringify(one)}:${text}`).join(',')}}`;
}
