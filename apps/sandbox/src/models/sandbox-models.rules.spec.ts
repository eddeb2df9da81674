// Tests the models that are slow or fail on purpose.
import { replyTo, MODEL_NAMES, splitText } from './sandbox-models.rules.ts';
import { configSchema } from '../config.ts';
import type { ChatRequest } from '#contracts';
import { ErrorResponse } from '../errors/error-response.rules.ts';

const SLOW_MS = 1234;
const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };

function ask(model: string, json = true): ChatRequest {
  return {
    model,
    messages: [{ role: 'user', content: 'Steel bottle with leakproof lid' }],
    ...(json && { response_format: { type: 'json_schema', json_schema: { schema } } }),
  };
}

function errorOf(model: string): unknown {
  try {
    return replyTo(ask(model), SLOW_MS);
  } catch (error) {
    if (!(error instanceof ErrorResponse)) throw error;
    return { status: error.status, body: error.body, headers: error.headers };
  }
}

describe('sandbox models', () => {
  it('are ten', () => {
    expect(MODEL_NAMES.toSorted()).toEqual([
      'bad-json',
      'cut',
      'down',
      'echo',
      'echo-images',
      'judge',
      'judge-first',
      'rate-limited',
      'refuses',
      'slow',
    ]);
  });

  it('send the reply of echo over the configured time as slow, which is twenty seconds by default', () => {
    const { text } = replyTo(ask('echo'), SLOW_MS);
    expect(JSON.parse(text)).toHaveProperty('title');
    expect(replyTo(ask('slow'), SLOW_MS)).toEqual({
      text,
      finishReason: 'stop',
      durationMs: SLOW_MS,
      disconnects: false,
    });
    expect(splitText(text).join('')).toBe(text);
    expect(configSchema.parse({}).SANDBOX_SLOW_MODEL_MS).toBe(20_000);
  });

  it('send no text as refuses, because of a content filter', () => {
    expect(replyTo(ask('refuses'), SLOW_MS)).toMatchObject({ text: '', finishReason: 'content_filter' });
  });

  it('send invalid JSON as bad-json, and nothing where no JSON was requested', () => {
    const { text } = replyTo(ask('bad-json'), SLOW_MS);
    expect(text).toMatch(/^\{"title/);
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(replyTo(ask('bad-json', false), SLOW_MS).text).toBe('');
  });

  it('drop the connection as cut', () => {
    expect(replyTo(ask('cut'), SLOW_MS).disconnects).toBe(true);
  });

  it.each([
    ['rate-limited', 429, 'rate_limit_exceeded', { 'retry-after': '1' }],
    ['down', 503, null, {}],
    ['gpt-unknown', 404, 'model_not_found', {}],
    ['constructor', 404, 'model_not_found', {}],
  ])('answer as %s with status %i', (model, status, code, headers) => {
    expect(errorOf(model)).toMatchObject({ status, headers, body: { error: { code, param: null } } });
  });
});
