import { fieldsOf } from './fields.rules.ts';
import { entriesFrom, faultsOf, fieldOfTarget, inputsOf } from './values.rules.ts';

const keywords = { type: 'array', items: { type: 'string', minLength: 1, maxLength: 100 }, maxItems: 10 };
/** As the API tells the inputs of its applications. */
const bulletPoints = fieldsOf({
  type: 'object',
  properties: {
    keywords: { ...keywords, description: 'Words to work in.' },
    count: { type: 'integer', minimum: 3, maximum: 5, default: 5, description: 'How many bullets.' },
    audience: { type: 'string', maxLength: 200 },
  },
  additionalProperties: {},
});
const description = fieldsOf({
  type: 'object',
  properties: {
    keywords,
    length: { type: 'string', enum: ['short', 'medium', 'long'], default: 'medium' },
    allowBr: { type: 'boolean', default: false },
  },
});

const own = fieldsOf({
  type: 'object',
  $defs: { size: { type: 'object', properties: { width: { type: 'number' } } } },
  properties: {
    audience: { type: 'string', title: 'For whom', maxLength: 50 },
    tone_of_voice: { enum: ['warm', 'dry'] },
    gift: { type: 'boolean' },
    price: { type: 'number', minimum: 0.5 },
    size: { $ref: '#/$defs/size', description: 'In centimetres.' },
    either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
  },
  required: ['audience', 'gift'],
});

describe('fieldsOf', () => {
  it('draws the forms of the built-in applications', () => {
    const kinds = (fields: typeof own): string[] => fields.map(({ name, kind }) => `${name}: ${kind}`);
    expect(kinds(bulletPoints)).toEqual(['keywords: words', 'count: number', 'audience: text']);
    expect(kinds(description)).toEqual(['keywords: words', 'length: choice', 'allowBr: switch']);
  });

  it('takes limits, defaults and descriptions over', () => {
    const [words, count] = bulletPoints;
    expect(words).toMatchObject({ label: 'Keywords', maxItems: 10, maxLength: 100, isRequired: false });
    expect(count).toMatchObject({
      isWhole: true,
      least: 3,
      most: 5,
      default: 5,
      description: 'How many bullets.',
    });
  });

  it('draws what a workspace has defined', () => {
    expect(own.map(({ label, kind, isRequired }) => [label, kind, isRequired])).toEqual([
      ['For whom', 'text', true],
      ['Tone of voice', 'choice', false],
      ['Gift', 'switch', true],
      ['Price', 'number', false],
      ['Size', 'json', false],
      ['Either', 'json', false],
    ]);
    expect(own[1]?.choices).toEqual(['warm', 'dry']);
    expect(own[3]).toMatchObject({ isWhole: false, least: 0.5 });
    expect(own[4]?.description).toBe('In centimetres.');
  });

  it('draws nothing of a schema that names nothing', () => {
    expect(fieldsOf({ type: 'object' })).toEqual([]);
    expect(fieldsOf({ type: 'object', properties: { any: true } })).toMatchObject([
      { name: 'any', kind: 'json' },
    ]);
  });
});

describe('inputsOf', () => {
  it('sends what was filled in and no defaults', () => {
    expect(inputsOf(bulletPoints, {})).toEqual({});
    expect(inputsOf(bulletPoints, { keywords: [], count: 4, audience: ' ' })).toEqual({ count: 4 });
  });

  it('sends a switch that must be there, and JSON as what it says', () => {
    const entries = { audience: 'families', size: '{"width": 3}' };
    expect(inputsOf(own, entries)).toEqual({ audience: 'families', gift: false, size: { width: 3 } });
    expect(inputsOf(own, { gift: true })).toEqual({ gift: true });
  });

  it('comes back from the inputs of a former request', () => {
    const inputs = { audience: 'families', gift: true, size: { width: 3 } };
    expect(inputsOf(own, entriesFrom(own, { ...inputs, productId: 'p' }))).toEqual(inputs);
  });
});

describe('faultsOf', () => {
  it('names what is missing and what is no JSON', () => {
    expect(faultsOf(own, {})).toEqual({ audience: 'required' });
    expect(faultsOf(own, { audience: 'all', size: '{' })).toEqual({ size: 'json' });
  });
});

describe('fieldOfTarget', () => {
  it('finds the field of an error', () => {
    expect(fieldOfTarget('inputs.keywords[0]', 'inputs')).toBe('keywords');
    expect(fieldOfTarget('inputs.size.width', 'inputs')).toBe('size');
    expect(fieldOfTarget('environment.model', 'inputs')).toBeUndefined();
    expect(fieldOfTarget(undefined, 'inputs')).toBeUndefined();
  });
});
