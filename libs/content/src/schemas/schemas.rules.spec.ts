// JSON Schemas of strangers: what is refused and where, what values fit, and which checks would take too long.
import { faultOfSchema, type Schema } from './schema-check.rules.ts';
import { faultOfValue } from './schema-values.rules.ts';

const nested = (levels: number): Schema =>
  levels === 0 ? {} : { type: 'object', properties: { a: nested(levels - 1) } };
/** Each definition leads twice to the next one. */
const doubling = (levels: number): Schema => ({
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries(
    Array.from({ length: levels }, (_, n) => [
      `d${n}`,
      n === levels - 1 ? {} : { anyOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
    ]),
  ),
});
const property = (schema: unknown): Schema => ({ properties: { a: schema } });

describe('a schema', () => {
  it.each<[string, Schema, (string | number)[]]>([
    ['of another type than object', { type: 'array' }, ['type']],
    ['with an unknown keyword', property({ type: 'string', if: {} }), ['properties', 'a', 'if']],
    ['with a value of the wrong type', property({ maxLength: -1 }), ['properties', 'a', 'maxLength']],
    ['with a type that does not exist', property({ type: 'text' }), ['properties', 'a', 'type']],
    ['with a remote reference', property({ $ref: 'https://x.example/s' }), ['properties', 'a', '$ref']],
    ['with a reference to a file', property({ $ref: 'file:///etc/passwd' }), ['properties', 'a', '$ref']],
    ['with a reference to nothing', property({ $ref: '#/$defs/x' }), ['properties', 'a', '$ref']],
    [
      'with a reference to a prototype',
      { ...property({ $ref: '#/$defs/constructor' }), $defs: {} },
      ['properties', 'a', '$ref'],
    ],
    [
      'that contains itself',
      { $ref: '#/$defs/a', $defs: { a: { items: { $ref: '#/$defs/a' } } } },
      ['$defs', 'a', 'items', '$ref'],
    ],
    ['that contains itself as a whole', property({ $ref: '#' }), ['properties', 'a', '$ref']],
    ['nested without end', nested(1500), []],
    ['nested too deep', nested(8), Array(8).fill(['properties', 'a']).flat() as string[]],
    ['with a pattern that RE2 has not', property({ pattern: '(?=a)' }), ['properties', 'a', 'pattern']],
    ['with a back-reference in its pattern', property({ pattern: '(a)\\1' }), ['properties', 'a', 'pattern']],
    [
      'with a pattern that grows',
      property({ pattern: '((a{1,100}){1,100})' }),
      ['properties', 'a', 'pattern'],
    ],
    [
      'with too many patterns',
      { allOf: Array.from({ length: 50 }, () => ({ pattern: '[a-z]{1,9}x' })) },
      ['allOf', 18, 'pattern'],
    ],
    ['of more than 32 KB', { description: 'x'.repeat(33_000) }, []],
    ['with a name of prototypes as a keyword', JSON.parse('{"__proto__":{}}') as Schema, ['__proto__']],
  ])('%s is refused at its place', (_, schema, path) => {
    expect(faultOfSchema(schema)?.path).toEqual(path);
  });

  it('whose references double at each level is refused, before it is followed to its end', () => {
    expect(faultOfSchema(doubling(8))?.message).toBe('Nest at most 8 schemas.');
    const wide = { $defs: { d: { allOf: Array.from({ length: 40 }, () => ({})) } } };
    const many = { ...wide, allOf: Array.from({ length: 40 }, () => ({ $ref: '#/$defs/d' })) };
    expect(faultOfSchema(many)?.message).toBe('Use at most 500 schemas.');
  });

  it('that we support is accepted', () => {
    expect(faultOfSchema({})).toBeUndefined();
    expect(faultOfSchema(nested(7))).toBeUndefined();
    expect(
      faultOfSchema({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        $defs: { size: { type: ['integer', 'null'], minimum: 1, multipleOf: 5 } },
        properties: {
          a: { $ref: '#/$defs/size', default: null },
          b: { oneOf: [{ const: null }, { not: {} }] },
        },
        additionalProperties: false,
      }),
    ).toBeUndefined();
  });
});

describe('a value', () => {
  it.each<[Schema, unknown, string | undefined]>([
    [{ type: 'object' }, [], ' must be object'],
    [property({ type: 'integer' }), { a: 1.5 }, 'a must be integer'],
    [property({ type: ['string', 'null'] }), { a: null }, undefined],
    [{ required: ['a'] }, {}, 'a must be there'],
    [{ required: ['toString'] }, {}, 'toString must be there'],
    [{ additionalProperties: false }, JSON.parse('{"__proto__":1}'), '__proto__ must not be there'],
    [
      property({ items: { maxLength: 2 } }),
      { a: ['ab', '🌳🌳', 'abc'] },
      'a.2 must have at most 2 characters',
    ],
    [property({ minItems: 2 }), { a: [1] }, 'a must have at least 2 items'],
    [
      property({ uniqueItems: true }),
      {
        a: [
          { x: 1, y: 2 },
          { y: 2, x: 1 },
        ],
      },
      'a must not have the same item twice',
    ],
    [property({ enum: [1, { x: [1] }] }), { a: { x: [1] } }, undefined],
    [property({ const: null }), { a: 0 }, 'a must be null'],
    [property({ pattern: '^\\p{Lu}' }), { a: 'ärm' }, 'a must match ^\\p{Lu}'],
    [property({ exclusiveMinimum: 0, multipleOf: 0.1 }), { a: 0.3 }, undefined],
    [property({ exclusiveMaximum: 3 }), { a: 3 }, 'a must be less than 3'],
    [property({ anyOf: [{ type: 'string' }, { minimum: 5 }] }), { a: 4 }, 'a must fit a schema of anyOf'],
    [property({ oneOf: [{}, {}] }), { a: 4 }, 'a must fit exactly one schema of oneOf'],
    [property({ not: { type: 'string' } }), { a: 'x' }, 'a must not fit the schema of not'],
    [{ ...property({ $ref: '#/$defs/b' }), $defs: { b: { minimum: 2 } } }, { a: 1 }, 'a must be at least 2'],
  ])('%j of %j: %s', (schema, value, expected) => {
    expect(faultOfSchema(schema)).toBeUndefined();
    const fault = faultOfValue(schema, value);
    expect(fault && `${fault.path.join('.')} ${fault.message}`).toBe(expected);
  });

  const letters = 'a'.repeat(30_000);
  it.each<[string, Schema, unknown]>([
    ['a pattern of nested repetitions', property({ pattern: '^((a?){1,12}){1,12}$' }), { a: `${letters}b` }],
    [
      'many choices',
      property({ items: { anyOf: Array.from({ length: 450 }, (_, n) => ({ const: n })) } }),
      { a: Array(8000).fill(449) },
    ],
    [
      'many unique objects',
      property({ uniqueItems: true }),
      { a: Array.from({ length: 30_000 }, (_, n) => ({ n })) },
    ],
    [
      'a long enum',
      property({ items: { enum: Array.from({ length: 3000 }, (_, n) => n) } }),
      { a: Array(9000).fill(2999) },
    ],
    ['long texts', property({ items: { minLength: 5 } }), { a: Array(40).fill(letters) }],
  ])('is not checked to the end where that would take too long: %s', (_, schema, value) => {
    expect(faultOfSchema(schema)).toBeUndefined();
    expect(faultOfValue(schema, value)).toEqual({
      path: [],
      message: 'It takes too long to check this value.',
    });
  });
});
