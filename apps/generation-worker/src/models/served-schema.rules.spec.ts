// The schemas that model servers get: without what they refuse, and no stricter than ours, but for rare spaces.
import { servedPattern, servedSchema, withEnds } from './served-schema.rules.ts';

describe('a pattern', () => {
  it.each([
    ['^[A-Z]{2}-\\d+$', '^[A-Z]{2}-[0-9]+$'],
    ['BX', '^.*(BX).*$'],
    ['^BX', '^(BX).*$'],
    ['BX$', '^.*(BX)$'],
    ['a|b', '^.*(a|b).*$'],
    ['^(?:a|b)c$', undefined],
    ['^(a)c$', '^(a)c$'],
    ['^[\\w.-]+\\S$', '^[A-Za-z0-9_.-]+[^ \\t\\n\\r]$'],
    ['^\\$5\\.00$', '^\\$5\\.00$'],
    ['^a|b$', undefined],
    ['\\bword\\b', undefined],
    ['^(?i)abc$', undefined],
    ['^\\p{L}+$', undefined],
    ['^[[:alpha:]]$', undefined],
    ['^a+?$', undefined],
    ['a^b', undefined],
  ])('%s becomes %s', (pattern, served) => {
    expect(servedPattern(pattern)).toBe(served);
  });

  // What a pattern lets pass must pass its translation too, or a model could not write what we accept.
  it.each([
    ['^[A-Z]{2}-\\d+$', 'BX-12'],
    ['BX', 'the BX bench'],
    ['a|b', 'xxbxx'],
    ['^[\\w.-]+\\S$', 'a.b-c!'],
  ])('%s lets %s pass in both forms', (pattern, text) => {
    expect(new RegExp(pattern).test(text)).toBe(true);
    expect(new RegExp(servedPattern(pattern) ?? '^$').test(text)).toBe(true);
  });
});

it('a schema keeps what servers know, at every depth', () => {
  const text = { type: 'string', pattern: '^\\d$', maxLength: 9000, format: 'uri' };
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      not: text,
      kind: { oneOf: [{ const: 'a' }, { type: 'null' }] },
      tags: { uniqueItems: true },
    },
    required: ['not'],
    additionalProperties: false,
    if: {},
    minProperties: 1,
  };
  expect(servedSchema(schema)).toEqual({
    type: 'object',
    properties: {
      not: { type: 'string', pattern: '^[0-9]$' },
      kind: { anyOf: [{ const: 'a' }, { type: 'null' }] },
      tags: {},
    },
    required: ['not'],
    additionalProperties: false,
  });
});

it('a free text gets an end, and no other value', () => {
  const text = { type: 'string', description: 'The title.' };
  const others = {
    kind: { type: 'string', enum: ['a', 'b'] },
    day: { type: 'string', format: 'date' },
    short: { type: 'string', maxLength: 5 },
    count: { type: 'integer' },
  };
  const schema = { type: 'array', items: { type: 'object', properties: { text, ...others } } };
  const ended = { ...text, maxLength: 113 };
  expect(withEnds(schema, 75)).toEqual({
    ...schema,
    items: { type: 'object', properties: { text: ended, ...others } },
  });
});
