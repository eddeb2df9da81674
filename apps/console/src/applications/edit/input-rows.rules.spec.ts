import { newRow, rowFault, rowsOf, schemaOf } from './input-rows.rules.ts';

const schema = {
  type: 'object',
  additionalProperties: {},
  properties: {
    audience: { type: 'string', maxLength: 200, description: 'For whom.', minLength: 1 },
    keywords: { type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: 10 },
    count: { type: 'integer', minimum: 3, maximum: 5, default: 5 },
    length: { type: 'string', enum: ['short', 'long'], default: 'short' },
    size: { enum: [1, 2] },
    media: { type: 'boolean' },
    unit: { $ref: '#/$defs/unit' },
    extra: { type: 'object', properties: {} },
  },
  required: ['audience'],
  $defs: { unit: { type: 'string', maxLength: 3 } },
};

it('shows a schema as rows, and makes the same schema of them', () => {
  const rows = rowsOf(schema);
  expect(rows.map(({ name, kind, least, most, choices }) => [name, kind, least, most, choices])).toEqual([
    ['audience', 'text', undefined, 200, ''],
    ['keywords', 'words', undefined, 10, ''],
    ['count', 'whole', 3, 5, ''],
    ['length', 'choice', undefined, undefined, 'short\nlong'],
    ['size', 'choice', undefined, undefined, '1\n2'],
    ['media', 'switch', undefined, undefined, ''],
    ['unit', 'other', undefined, undefined, ''],
    ['extra', 'other', undefined, undefined, ''],
  ]);
  expect(schemaOf(rows, schema)).toEqual(schema);
});

it('changes what a row shows, and keeps the rest of its schema', () => {
  const [audience, , count] = rowsOf(schema);
  const changed = [
    { ...audience!, name: 'readers ', isRequired: false, most: undefined, description: '' },
    { ...count!, kind: 'text' as const, least: undefined, most: 9 },
  ];
  expect(schemaOf(changed, schema)).toEqual({
    type: 'object',
    additionalProperties: {},
    properties: { readers: { type: 'string', minLength: 1 }, count: { type: 'string', maxLength: 9 } },
    $defs: schema.$defs,
  });
});

it('tells what is wrong in a row', () => {
  const [audience, keywords, , length] = rowsOf(schema);
  const rows = [audience!, { ...keywords!, name: ' audience' }, { ...length!, choices: ' \n' }];
  const added = newRow(rows);
  expect(rows.map((row) => rowFault(row, rows))).toEqual(['twice', 'twice', 'noChoice']);
  expect(rowFault(added, [...rows, added])).toBe('noName');
  expect(rowFault({ ...added, name: 'productId' }, rows)).toBe('reserved');
});
