// Tests that the echo model's replies fit their schema, use words of the prompt and make no forbidden claims.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fc } from '#testing/property';
import { sized } from '#testing/size';
import { z } from 'zod';
import type { ChatRequest } from '#contracts';
import { parseChat } from './chat-requests.rules.ts';
import { echo } from './echo.rules.ts';

const PRODUCT = {
  id: '0199c0de',
  asin: 'B07N4M94X4',
  genre: 'Retailer',
  link: 'https://www.amazon.com/dp/B07N4M94X4',
  description: 'Keeps drinks cold for 24 hours.<br>Best price! Visit www.example.com or write to a@b.com.',
  brand: 'Hydra',
  title: 'Hydra™ Steel Bottle 750ml, leakproof lid for hiking and cycling',
  features: ['Double wall insulation', 'Fits cup holders & bags'],
};
const PROMPT = `Write as told.\n<product_data nonce="x1">${JSON.stringify(PRODUCT).replaceAll('<', '\\u003c')}</product_data>`;

function ask(schema?: object, user = PROMPT, system = 'You write product texts.'): ChatRequest {
  return parseChat({
    model: 'echo',
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: [{ type: 'text', text: user }] },
    ],
    ...(schema && { response_format: { type: 'json_schema', json_schema: { schema } } }),
  });
}

const ajv = new Ajv2020({ strict: false });

function expectValid(schema: object, user?: string): unknown {
  const answer: unknown = JSON.parse(echo(ask(schema, user)));
  const valid = ajv.validate(schema, answer);
  expect({ valid, errors: ajv.errors, answer }).toMatchObject({ valid: true });
  return answer;
}

describe('echo with a schema', () => {
  const bullets = z.object({
    elements: z
      .array(z.object({ header: z.string().max(30).optional(), text: z.string().min(10).max(255) }))
      .min(5)
      .max(5),
  });

  it('fills the schema with words of the product', () => {
    const { elements } = bullets.parse(expectValid(z.toJSONSchema(bullets)));
    const known = `${JSON.stringify(PRODUCT)}`.toLowerCase();
    for (const { text } of elements) {
      expect(text.length).toBeLessThanOrEqual(75);
      expect(text).toMatch(/^[A-Z][A-Za-z' ]+$/);
      for (const word of text.split(' ')) expect(known).toContain(word.toLowerCase());
    }
    expect(new Set(elements.map(({ text }) => text)).size).toBe(5);
  });

  it('names the title of the product for each text where claims are asked for', () => {
    const claim = z.object({ text: z.string(), field: z.string(), quote: z.string() });
    const titles = z.object({
      results: z.array(z.object({ text: z.string() })).length(2),
      claims: z.array(claim),
    });
    const { results, claims } = titles.parse(expectValid(z.toJSONSchema(titles)));
    const quoted = results.map(({ text }) => ({ text, field: 'product.title', quote: PRODUCT.title }));
    expect(claims).toEqual(quoted);
    const text = z.object({ text: z.string().min(100), claims: z.array(claim) });
    const answer = text.parse(expectValid(z.toJSONSchema(text)));
    expect(answer.claims).toEqual([{ text: answer.text, field: 'product.title', quote: PRODUCT.title }]);
    expect(text.parse(expectValid(z.toJSONSchema(text), 'Write.')).claims).toEqual([]);
  });

  it('begins with the brand and leaves out numbers, addresses, markup and claims', () => {
    const answer = JSON.stringify(expectValid(z.toJSONSchema(bullets)));
    expect(answer).toContain('{"header":"Hydra');
    expect(answer).not.toMatch(/\d|www|http|example|best|price|<|nonce|™|\bml\b|retailer/i);
  });

  it('gives the same reply to the same prompt', () => {
    const schema = z.toJSONSchema(bullets);
    expect(echo(ask(schema))).toBe(echo(ask(schema)));
    expect(echo(ask(schema, 'Umbrella with wooden handle and storm frame'))).not.toBe(echo(ask(schema)));
  });

  it('uses each phrase once, even with few words', () => {
    const schema = z.toJSONSchema(z.object({ elements: z.array(z.string().min(10)).min(5).max(5) }));
    const { elements } = expectValid(schema, 'Steel bottle, leakproof lid, cork cap') as {
      elements: string[];
    };
    expect(new Set(elements).size).toBe(5);
  });

  it('resolves references and choices, and keeps bounds and constants', () => {
    const answer = expectValid({
      $ref: '#/$defs/Page',
      $defs: {
        Page: {
          type: 'object',
          additionalProperties: false,
          required: ['kind', 'tone', 'score', 'share', 'flag', 'note', 'children'],
          properties: {
            kind: { const: 'page' },
            tone: { enum: ['plain', 'warm'] },
            score: { type: 'integer', minimum: 5, maximum: 9 },
            share: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
            flag: { type: 'boolean' },
            note: { anyOf: [{ type: 'null' }, { type: 'string', maxLength: 4 }] },
            slug: { allOf: [{ type: 'string' }, { minLength: 90, maxLength: 100 }] },
            children: { type: 'array', items: { $ref: '#/$defs/Page' }, maxItems: 2 },
          },
        },
      },
    });
    expect(answer).toMatchObject({ kind: 'page', tone: 'plain', score: 5 });
  });

  it('gives a valid reply to every supported schema and every prompt', () => {
    fc.assert(
      fc.property(schemas, fc.string({ unit: 'grapheme', maxLength: 60 }), (schema, user) => {
        expectValid(schema, user);
      }),
      { numRuns: sized(30, 150) },
    );
  });
});

const range = (name: string, max: number): fc.Arbitrary<object> =>
  fc
    .tuple(fc.nat(max), fc.nat(max))
    .map(([a, b]) => ({ [`min${name}`]: Math.min(a, b), [`max${name}`]: Math.max(a, b) }));

const { schema: schemas } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    range('Length', 300).map((bounds) => ({ type: 'string', ...bounds })),
    fc.constantFrom<object[]>(
      { type: 'string' },
      { type: 'integer' },
      { type: ['boolean', 'null'] },
      { enum: ['a', 'b'] },
    ),
    fc
      .tuple(tie('schema'), range('Items', 6))
      .map(([items, bounds]) => ({ type: 'array', items, ...bounds })),
    fc.dictionary(fc.constantFrom('text', 'title', 'header'), tie('schema')).map((properties) => ({
      type: 'object',
      properties,
      required: Object.keys(properties),
      additionalProperties: false,
    })),
  ),
}));

describe('echo without a schema', () => {
  it('writes sentences about the product', () => {
    expect(echo(ask())).toMatch(/^Hydra [^.]+\.( [A-Z][^.]+\.)+$/);
  });

  it.each([
    ['Write at most 120 characters.', 119],
    ['Use between 50 and 200 characters.', 199],
    ['At least 50 characters, a maximum of 1,000 characters.', 400],
    ['Keep it under 30 characters.', 29],
  ])('keeps the stated limit: %s', (system, most) => {
    const text = echo(ask(undefined, PROMPT, system));
    expect(text.length).toBeLessThanOrEqual(most);
    expect(text.length).toBeGreaterThan(most / 4);
  });

  it('writes Japanese when the prompt is Japanese', () => {
    const product = JSON.stringify({
      title: 'デスクライト',
      features: ['毎日使える丈夫なつくり', '素材：木'],
    });
    expect(echo(ask(undefined, product))).toContain('デスクライト');
  });
});
