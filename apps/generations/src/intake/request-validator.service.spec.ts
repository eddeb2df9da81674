// Checks of a request, target by target, and its defaults.
import { AppError, type GenerationRequest } from '#contracts';
import { configSchema } from '../config.ts';
import { RequestValidatorService } from './request-validator.service.ts';

const MODEL_SERVERS = configSchema.shape.MODEL_SERVERS.parse(
  '[{ "name": "acme", "baseURL": "http://127.0.0.1:1/v1", "models": ["large"] }]',
);
const requests = new RequestValidatorService({ MODEL_SERVERS, MODEL_DEFAULT: undefined });
const check = (body: GenerationRequest) => requests.check(body);
const titleWith = (more: Partial<GenerationRequest>): GenerationRequest => ({
  applicationId: 'product-title',
  ...more,
});

/** Where a request is wrong, and how. */
function complaint(body: GenerationRequest): { code: string; target: string | undefined; message: string } {
  try {
    check(body);
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

describe('a request', () => {
  it.each(['unknown', 'constructor', '__proto__', 'toString'])('for application %j is refused', (id) => {
    expect(complaint({ applicationId: id })).toMatchObject({
      code: 'UnknownReference',
      target: 'applicationId',
    });
  });

  it('gets the defaults of its application', () => {
    expect(check({ applicationId: 'bullet-points' })).toEqual({
      applicationId: 'bullet-points',
      documentId: undefined,
      productId: undefined,
      inputs: { count: 5 },
      environment: { model: 'offline:composer-1', temperature: 0.4 },
      manual: false,
    });
    expect(check({ applicationId: 'product-description' })).toMatchObject({
      inputs: { length: 'medium', allowBr: false },
      environment: { temperature: 0.7 },
    });
  });

  it('keeps what it says itself', () => {
    const inputs = { variants: 3, productId: 'p1', season: { name: 'spring', years: [1, 2, null] } };
    const environment = {
      language: 'German',
      model: 'acme:large',
      temperature: 0,
      tone: 'witty',
      system_prompt: '',
      writing_style: 'benefit-led',
    };
    expect(check(titleWith({ inputs, environment, documentId: 'd1', manual: true }))).toEqual({
      applicationId: 'product-title',
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
  ] as const)('for %s with inputs %j is refused at %s', (applicationId, inputs, target) => {
    const body = { applicationId, inputs } as unknown as GenerationRequest;
    expect(complaint(body)).toMatchObject({ code: 'InvalidArgument', target });
  });

  it('takes 32 KB of inputs and not a byte more', () => {
    const padding = 32 * 1024 - '{"text":"é"}'.length - 1; // é is two bytes
    expect(check(titleWith({ inputs: { text: 'é' + 'x'.repeat(padding) } })).inputs).toHaveProperty('text');
    expect(complaint(titleWith({ inputs: { text: 'é' + 'x'.repeat(padding + 1) } }))).toMatchObject({
      code: 'InvalidArgument',
      target: 'inputs',
    });
  });

  it('takes 32 levels of inputs and not one more', () => {
    expect(check(titleWith({ inputs: nested(32) })).inputs).toHaveProperty('value');
    for (const levels of [33, 100_000]) {
      expect(complaint(titleWith({ inputs: nested(levels) }))).toMatchObject({
        code: 'InvalidArgument',
        target: 'inputs',
        message: expect.stringContaining('32'),
      });
    }
  });

  it('for a model that is not enabled learns which are', () => {
    const { code, target, message } = complaint(titleWith({ environment: { model: 'acme:tiny' } }));
    expect({ code, target }).toEqual({ code: 'InvalidArgument', target: 'environment.model' });
    for (const name of ['offline:composer-1', 'acme:large']) expect(message).toContain(name);
  });

  it('that names no model gets the default of the configuration', () => {
    const configured = new RequestValidatorService({ MODEL_SERVERS, MODEL_DEFAULT: 'acme:large' });
    expect(configured.check(titleWith({})).environment.model).toBe('acme:large');
  });

  it('learns of everything that is wrong with its known inputs', () => {
    const body = { applicationId: 'product-title', inputs: { variants: 0, media: 'no' } };
    expect(() => check(body)).toThrow(
      expect.objectContaining({
        details: [
          expect.objectContaining({ target: 'inputs.media' }),
          expect.objectContaining({ target: 'inputs.variants' }),
        ],
      }),
    );
  });

  it('for an unknown language is refused', () => {
    expect(complaint(titleWith({ environment: { language: 'Klingonese' } }))).toMatchObject({
      code: 'InvalidArgument',
      target: 'environment.language',
    });
  });
});
