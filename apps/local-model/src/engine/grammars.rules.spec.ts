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
  expect(grammarSchema({ type: 'object' })).toEqual({ type: 'object', additionalProperties: true });
  expect(grammarSchema(true)).toHaveProperty('oneOf');
});
