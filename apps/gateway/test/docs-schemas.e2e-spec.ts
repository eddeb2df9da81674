// Tests the schemas of the API document, as a running gateway serves it.
import type { OpenAPIObject, ParameterObject } from '@nestjs/swagger';
import { ERROR_CODES, GENERATION_ERROR_CODES, IMPORT_ITEM_ERROR_CODES } from '#contracts';
import { IF_MATCH } from '../src/conditional/entity-tags.rules.ts';
import { startGateway, type GatewayEnvironment } from './gateway-environment.ts';

let gateway: GatewayEnvironment;
let document: OpenAPIObject;
beforeAll(async () => {
  gateway = await startGateway();
  document = (await (await fetch(`${gateway.origin}/openapi.json`)).json()) as OpenAPIObject;
});
afterAll(() => gateway?.close());

describe('the API document', () => {
  it('describes query parameters by their type, not as text', () => {
    const list = document.paths['/products']?.get?.parameters as ParameterObject[];
    const limit = list.find(({ name }) => name === 'limit');
    expect(limit).toMatchObject({
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    });
  });

  it('discriminates the two kinds of products by genre', () => {
    expect(document.components?.schemas?.['Product']).toMatchObject({
      discriminator: {
        propertyName: 'genre',
        mapping: {
          Custom: '#/components/schemas/CustomProduct',
          Retailer: '#/components/schemas/RetailerProduct',
        },
      },
    });
  });

  it('lists every error code', () => {
    for (const code of [...ERROR_CODES, ...GENERATION_ERROR_CODES, ...IMPORT_ITEM_ERROR_CODES])
      expect(document.info.description).toContain(`\`${code}\``);
  });

  it('says which bodies may be absent, and what stands for an absent one', () => {
    const optional = Object.values(document.paths)
      .map(({ post }) => post)
      .filter((post) => post?.requestBody && 'required' in post.requestBody && !post.requestBody.required);
    expect(optional.map((post) => post?.operationId).sort()).toEqual([
      'AcceptGeneration',
      'PreviewGeneration',
      'RetryGeneration',
    ]);
    for (const post of optional) expect(JSON.stringify(post?.requestBody)).toMatch(/"default":\{\},"\$ref"/);
  });

  it('describes If-Match by its pattern wherever it is taken', () => {
    const tags = Object.values(document.paths)
      .flatMap(({ patch, put, delete: remove, post }) => [patch, put, remove, post])
      .flatMap((operation) => (operation?.parameters ?? []) as ParameterObject[])
      .filter(({ name }) => name === 'If-Match');
    expect(tags.length).toBeGreaterThan(0);
    for (const { schema } of tags) expect(schema).toMatchObject({ type: 'string', pattern: IF_MATCH });
  });

  it('describes Idempotency-Key by its pattern wherever it is taken', () => {
    const keys = Object.values(document.paths)
      .flatMap(({ post }) => (post?.parameters ?? []) as ParameterObject[])
      .filter(({ name }) => name === 'Idempotency-Key');
    expect(keys.length).toBeGreaterThan(0);
    for (const { schema } of keys) {
      const { pattern = '' } = schema as { pattern?: string };
      expect(['a', 'a b', '~!', 'ü', 'a\tb', ''].filter((key) => new RegExp(pattern).test(key))).toEqual([
        'a',
        'a b',
        '~!',
      ]);
    }
  });

  it('bounds every number in a query, as the text of one is bounded', () => {
    const numbers = Object.values(document.paths)
      .flatMap(({ get }) => (get?.parameters ?? []) as ParameterObject[])
      .filter(
        ({ in: place, schema }) =>
          place === 'query' && schema && 'type' in schema && schema.type === 'integer',
      );
    expect(numbers.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['limit', 'createdAfter', 'from', 'version']),
    );
    const unbounded = numbers.filter(({ schema }) => !((schema as { maximum?: number }).maximum! < 1e10));
    expect(unbounded.map(({ name }) => name)).toEqual([]);
  });

  it('tells the largest number that is taken where JSON allows more', () => {
    expect(document.components?.schemas?.['WorkspaceRequest']).toMatchObject({
      properties: { monthlyBudgetMicros: { maximum: Number.MAX_SAFE_INTEGER } },
    });
  });

  it('has patterns that look neither ahead nor behind, so that tools can make texts by them', () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
      ([, text = '']) => JSON.parse(text) as string,
    );
    expect(patterns.length).toBeGreaterThan(0);
    expect(patterns.filter((pattern) => /\(\?<?[=!]/.test(pattern))).toEqual([]);
  });

  it('describes e-mail addresses by the pattern that they must match, beside their format', () => {
    expect(document.components?.schemas?.['InvitationRequest']).toMatchObject({
      properties: { email: { format: 'email', pattern: expect.stringContaining('@') as string } },
    });
  });

  it('says that a webhook names each type once', () => {
    for (const name of ['WebhookRequest', 'WebhookPatch'])
      expect(document.components?.schemas?.[name]).toMatchObject({
        properties: { types: { uniqueItems: true } },
      });
  });

  it('names every schema', () => {
    expect(Object.keys(document.components?.schemas ?? {}).filter((name) => name.startsWith('_'))).toEqual(
      [],
    );
  });
});
