// Validation of requests, target by target, and their defaults.
import { AppError, type GenerationRequest } from '#contracts';
import { configSchema } from '../config.ts';
import { validateRequest } from './generation-requests.service.ts';

const MODEL_SERVERS = configSchema.shape.MODEL_SERVERS.parse(
  '[{ "name": "acme", "baseURL": "http://127.0.0.1:1/v1", "models": ["large"] }]',
);
const validate = (body: GenerationRequest, MODEL_DEFAULT?: string) =>
  validateRequest(body, { MODEL_SERVERS, MODEL_DEFAULT });
const titleWith = (more: Partial<GenerationRequest>): GenerationRequest => ({
  applicationId: 'product-title',
  ...more,
});

/** The error that a request is refused with. */
function errorOf(body: GenerationRequest): { code: string; target: string | undefined; message: string } {
  try {
    validate(body);
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, target: error.target, message: error.message };
    throw error;
  }
  throw new Error('The request was accepted.');
}

function nested(levels: number): NonNullable<GenerationRequest['inputs']> {
  let value: NonNullable<GenerationRequest['inputs']> = {};
  for (let level = 1; level < levels; level += 1) value = { value };
  return value;
}

describe('requests', () => {
  it.each(['unknown', 'constructor', '__proto__', 'toString'])(
    'are refused for the unknown application %j',
    (id) => {
      expect(errorOf({ applicationId: id })).toMatchObject({
        code: 'UnknownReference',
        target: 'applicationId',
      });
    },
  );

  it('get the defaults of their application', () => {
    expect(validate({ applicationId: 'bullet-points' })).toEqual({
      applicationId: 'bullet-points',
      applicationName: 'Bullet points',
      applicationVersion: 1,
      documentId: undefined,
      productId: undefined,
      inputs: { count: 5 },
      environment: { model: 'offline:composer-1', temperature: 0.4 },
      manual: false,
    });
    expect(validate({ applicationId: 'product-description' })).toMatchObject({
      inputs: { length: 'medium', allowBr: false },
      environment: { temperature: 0.7 },
    });
  });

  it('keep their own values', () => {
    const inputs = { variants: 3, productId: 'p1', season: { name: 'spring', years: [1, 2, null] } };
    const environment = {
      language: 'German',
      model: 'acme:large',
      temperature: 0,
      tone: 'witty',
      system_prompt: '',
      writing_style: 'benefit-led',
    };
    expect(validate(titleWith({ inputs, environment, documentId: 'd1', manual: true }))).toEqual({
      applicationId: 'product-title',
      applicationName: 'Product title',
      applicationVersion: 1,
      documentId: 'd1',
      productId: 'p1',
      inputs,
      environment: { ...environment, language: 'de' },
      manual: true,
    });
  });

  it.each([
    ['bullet-points', { count: 2 }, 'inputs.count'],
    ['bullet-points', { count: '5' }, 'inputs.count'],
    ['bullet-points', { audience: 'x'.repeat(201) }, 'inputs.audience'],
    ['product-title', { variants: 6 }, 'inputs.variants'],
    ['product-title', { keywords: ['a', 7] }, 'inputs.keywords[1]'],
    ['product-title', { productId: 7 }, 'inputs.productId'],
    ['product-title', { productId: null }, 'inputs.productId'],
    ['product-description', { length: 'huge' }, 'inputs.length'],
  ] as const)('for %s with inputs %j are refused with target %s', (applicationId, inputs, target) => {
    const body = { applicationId, inputs } as unknown as GenerationRequest;
    expect(errorOf(body)).toMatchObject({ code: 'InvalidArgument', target });
  });

  it('may have 32 KB of inputs and not a byte more', () => {
    const padding = 32 * 1024 - '{"text":"é"}'.length - 1; // é is two bytes
    expect(validate(titleWith({ inputs: { text: 'é' + 'x'.repeat(padding) } })).inputs).toHaveProperty(
      'text',
    );
    expect(errorOf(titleWith({ inputs: { text: 'é' + 'x'.repeat(padding + 1) } }))).toMatchObject({
      code: 'InvalidArgument',
      target: 'inputs',
    });
  });

  it('may have 32 levels of inputs and not one more', () => {
    expect(validate(titleWith({ inputs: nested(32) })).inputs).toHaveProperty('value');
    for (const levels of [33, 100_000]) {
      expect(errorOf(titleWith({ inputs: nested(levels) }))).toMatchObject({
        code: 'InvalidArgument',
        target: 'inputs',
        message: expect.stringContaining('32'),
      });
    }
  });

  it('for a disabled model are refused with the names of the enabled models', () => {
    const { code, target, message } = errorOf(titleWith({ environment: { model: 'acme:tiny' } }));
    expect({ code, target }).toEqual({ code: 'InvalidArgument', target: 'environment.model' });
    for (const name of ['offline:composer-1', 'acme:large']) expect(message).toContain(name);
  });

  it('without a model get the default of the configuration', () => {
    expect(validate(titleWith({}), 'acme:large').environment.model).toBe('acme:large');
  });

  it('are refused with every error of their known inputs', () => {
    const body = { applicationId: 'product-title', inputs: { variants: 0, media: 'no' } };
    expect(() => validate(body)).toThrow(
      expect.objectContaining({
        details: [
          expect.objectContaining({ target: 'inputs.media' }),
          expect.objectContaining({ target: 'inputs.variants' }),
        ],
      }),
    );
  });

  it('for an unknown language are refused', () => {
    expect(errorOf(titleWith({ environment: { language: 'Klingonese' } }))).toMatchObject({
      code: 'InvalidArgument',
      target: 'environment.language',
    });
  });
});
