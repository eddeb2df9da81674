// Tests the comparison of API documents with that of the last release: each rule is broken once.
import { breakingChanges, type ApiDocument } from './contracts/api-compatibility.ts';

const thing = {
  type: 'object',
  description: 'A thing.',
  required: ['id', 'kind'],
  properties: {
    id: { type: 'string' },
    kind: { type: 'string', enum: ['a', 'b'] },
    note: { type: 'string', maxLength: 10 },
    parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
  },
};
const { parts: _parts, ...sent } = thing.properties;
const request = { ...thing, properties: sent, required: ['kind'] };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const REF = { $ref: '#/components/schemas/Thing' };
const post = {
  parameters: [{ name: 'limit', in: 'query', required: false, schema: { type: 'integer', maximum: 100 } }],
  requestBody: { required: true, ...json({ ...request, additionalProperties: false }) },
  responses: { '201': json(REF), '400': json({ type: 'object' }) },
};

const documentOf = (operations: object, schema: object = thing): ApiDocument => ({
  paths: { '/things': { servers: [], ...operations } },
  components: { schemas: { Thing: schema as never } },
});
const last = documentOf({ post });
const body = (change: object) => ({
  post: { ...post, requestBody: { required: true, ...json({ ...request, ...change }) } },
});
const answer = (change: object, properties: object = {}): ApiDocument =>
  documentOf({ post }, { ...thing, properties: { ...thing.properties, ...properties }, ...change });
const { note: _note, ...withoutNote } = sent;

it.each<[string, ApiDocument, string]>([
  ['an operation is gone', documentOf({ get: post }), 'POST /things is gone'],
  [
    'a parameter is gone',
    documentOf({ post: { ...post, parameters: [] } }),
    'POST /things: the parameter limit is gone',
  ],
  [
    'a parameter has become required',
    documentOf({ post: { ...post, parameters: [{ ...post.parameters[0], required: true }] } }),
    'POST /things: the parameter limit has become required',
  ],
  [
    'a parameter takes less',
    documentOf({
      post: { ...post, parameters: [{ ...post.parameters[0], schema: { type: 'integer', maximum: 50 } }] },
    }),
    'POST /things: parameter limit has not maximum 50',
  ],
  [
    'a field has become required',
    documentOf(body({ required: ['kind', 'note'] })),
    'POST /things: body.note may be absent',
  ],
  [
    'a field is not taken any more',
    documentOf(body({ properties: withoutNote, additionalProperties: false })),
    'POST /things: body.note is not known',
  ],
  [
    'a type of body is refused',
    documentOf({ post: { ...post, requestBody: { required: true, content: {} } } }),
    'POST /things: a body of application/json is refused',
  ],
  [
    'an answer is gone',
    documentOf({ post: { ...post, responses: { '400': post.responses['400'] } } }),
    'POST /things: the answer 201 is gone',
  ],
  [
    'an answer has another type',
    documentOf({ post: { ...post, responses: { '201': { content: { 'text/csv': {} } } } } }),
    'POST /things: the answer 201 has no application/json any more',
  ],
  [
    'an answer leaves a field out',
    answer({ required: ['id'] }),
    'POST /things: answer 201.kind may be absent',
  ],
  [
    'an answer has a field of another type',
    answer({}, { id: { type: 'integer' } }),
    'POST /things: answer 201.id is integer instead of string',
  ],
])('finds that %s', (_, today, finding) => {
  expect(breakingChanges(today, last)).toContain(finding);
});

it('an answer among the components is compared as one that is written where it is used', () => {
  const shared = (one: object): ApiDocument => {
    const { paths, components } = documentOf({
      post: { ...post, responses: { ...post.responses, '400': { $ref: '#/components/responses/Thing' } } },
    });
    return { paths, components: { ...components, responses: { Thing: one } } };
  };
  expect(breakingChanges(shared(post.responses['400']), last)).toEqual([]);
  expect(breakingChanges(shared(json({ type: 'string' })), last)).toEqual([
    'POST /things: answer 400 is string instead of object',
  ]);
});

it('an operation and an answer may grow, and words may change', () => {
  const grown = {
    description: 'Other words.',
    properties: {
      ...thing.properties,
      kind: { type: 'string', enum: ['a', 'b', 'c'] },
      more: { type: 'string' },
    },
    required: [...thing.required, 'more'],
  };
  const more = { name: 'more', in: 'query', required: false, schema: { type: 'string' } };
  const today = documentOf(
    { get: post, post: { ...post, parameters: [...post.parameters, more] } },
    { ...thing, ...grown },
  );
  expect(breakingChanges(today, last)).toEqual([]);
});
