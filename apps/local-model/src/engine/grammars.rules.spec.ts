// Tests the form of schemas, as the generation worker sends them, from which the engine makes grammars.
import { grammarSchema } from './grammars.rules.ts';

it('keeps the form of a result: lists of a size, choices, bounds that a grammar bears', () => {
  const text = { type: 'string', minLength: 1, maxLength: 255 };
  const item = {
    type: 'object',
    properties: { header: { anyOf: [{ type: 'string', maxLength: 2000 }, { type: 'null' }] }, text },
    required: ['text'],
    additionalProperties: false,
  };
  expect(
    grammarSchema({
      type: 'object',
      properties: { results: { type: 'array', items: item, minItems: 3, maxItems: 5 } },
      required: ['results'],
      additionalProperties: false,
    }),
  ).toEqual({
    type: 'object',
    properties: {
      results: {
        type: 'array',
        items: {
          type: 'object',
          properties: { header: { oneOf: [{ type: 'string' }, { type: 'null' }] }, text },
        },
        minItems: 3,
        maxItems: 5,
      },
    },
  });
});

it('drops what no grammar of the engine has, because the answer is checked with the whole schema', () => {
  expect(grammarSchema({ type: 'string', pattern: '^[A-Z]+$', format: 'email' })).toEqual({ type: 'string' });
  expect(grammarSchema({ type: 'integer', minimum: 1, maximum: 5 })).toEqual({ type: 'integer' });
  expect(grammarSchema({ type: 'string', format: 'date' })).toEqual({ type: 'string', format: 'date' });
  expect(grammarSchema({ enum: ['a', 1] })).toEqual({ enum: ['a', 1] });
});

it('finds definitions in their place, and lets anything be where a schema says nothing', () => {
  expect(
    grammarSchema({ definitions: { Size: { type: 'number' } }, allOf: [{ $ref: '#/definitions/Size' }] }),
  ).toEqual({ $defs: { Size: { type: 'number' } }, $ref: '#/$defs/Size' });
  const object = { type: 'object', additionalProperties: true };
  expect(grammarSchema({ type: 'object' })).toEqual({ ...object, properties: {} });
  expect(grammarSchema(true)).toMatchObject({ oneOf: expect.arrayContaining([object]) as unknown[] });
});

const text = { type: 'string' };
const title = { properties: { title: text }, required: ['title'] };
const note = { properties: { note: text }, required: ['note'] };

it.each<[string, object, object]>([
  [
    'all parts',
    { type: 'object', ...title, allOf: [note, { allOf: [{ properties: { title: { maxLength: 9 } } }] }] },
    { type: 'object', properties: { title: { ...text, maxLength: 9 }, note: text } },
  ],
  [
    'the items of all parts',
    { type: 'array', items: title, allOf: [{ items: note }] },
    { type: 'array', items: { type: 'object', properties: { title: text, note: text } } },
  ],
  [
    'what stands beside choices',
    { type: 'object', ...title, anyOf: [{ properties: { title: { const: 'a' } } }, note] },
    { type: 'object', properties: { title: text }, additionalProperties: true },
  ],
  [
    'what stands beside choices, and no more where there may be no more',
    { type: 'object', ...title, additionalProperties: false, oneOf: [title, note] },
    { type: 'object', properties: { title: text } },
  ],
  [
    'what stands beside a reference',
    { type: 'object', allOf: [{ $ref: '#/$defs/Base' }, note] },
    { type: 'object', properties: { note: text }, additionalProperties: true },
  ],
  [
    'two lists of choices',
    { type: 'object', allOf: [{ anyOf: [title, note] }, { anyOf: [note, title] }] },
    { type: 'object', properties: {}, additionalProperties: true },
  ],
  [
    'what all choices require',
    { type: 'object', required: ['title'], anyOf: [title, note] },
    {
      oneOf: [
        { type: 'object', properties: { title: text } },
        { type: 'object', properties: { note: text, title: grammarSchema(true) } },
      ],
    },
  ],
  [
    'a choice of types',
    { type: ['object', 'null'], ...title },
    { oneOf: [{ type: 'object', properties: { title: text } }, { type: 'null' }] },
  ],
])('forbids no property that is required, by %s', (_name, schema, grammar) => {
  expect(grammarSchema(schema)).toEqual(grammar);
});
