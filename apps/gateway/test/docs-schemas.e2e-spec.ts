// Tests the schemas of the API document, as a running gateway serves it.
import type { OpenAPIObject, ParameterObject } from '@nestjs/swagger';
import { ERROR_CODES, GENERATION_ERROR_CODES, IMPORT_ITEM_ERROR_CODES } from '#contracts';
import { startGateway, type GatewayEnvironment } from './gateway-environment.ts';

let gateway: GatewayEnvironment;
let document: OpenAPIObject;
beforeAll(async () => {
  gateway = await startGateway();
  document = (await (await fetch(`${gateway.origin}/openapi.json`)).json()) as OpenAPIObject;
}, 60_000);
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

  it('names every schema', () => {
    expect(Object.keys(document.components?.schemas ?? {}).filter((name) => name.startsWith('_'))).toEqual(
      [],
    );
  });
});
