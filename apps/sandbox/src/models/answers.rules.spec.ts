// The models that fail on purpose.
import { answerTo, MODEL_NAMES, piecesOf } from './answers.rules.ts';
import type { ChatRequest } from './completions.rules.ts';
import { Refusal } from '../http/refusal.rules.ts';

const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };

function ask(model: string, json = true): ChatRequest {
  return {
    model,
    messages: [{ role: 'user', content: 'Steel bottle with leakproof lid' }],
    ...(json && { response_format: { type: 'json_schema', json_schema: { schema } } }),
  };
}

function refusal(model: string): unknown {
  try {
    return answerTo(ask(model));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, body: error.body, headers: error.headers };
  }
}

describe('models', () => {
  it('are the seven', () => {
    expect(MODEL_NAMES.toSorted()).toEqual([
      'bad-json',
      'cut',
      'down',
      'echo',
      'rate-limited',
      'refuses',
      'slow',
    ]);
  });

  it('slow says what echo says, in twenty seconds', () => {
    const { text } = answerTo(ask('echo'));
    expect(JSON.parse(text)).toHaveProperty('title');
    expect(answerTo(ask('slow'))).toEqual({ text, finish: 'stop', lastsMs: 20_000, breaksOff: false });
    expect(piecesOf(text).join('')).toBe(text);
  });

  it('refuses says nothing, for the content', () => {
    expect(answerTo(ask('refuses'))).toMatchObject({ text: '', finish: 'content_filter' });
  });

  it('bad-json is no JSON, and nothing where none was asked for', () => {
    const { text } = answerTo(ask('bad-json'));
    expect(text).toMatch(/^\{"title/);
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(answerTo(ask('bad-json', false)).text).toBe('');
  });

  it('cut breaks off', () => {
    expect(answerTo(ask('cut')).breaksOff).toBe(true);
  });

  it.each([
    ['rate-limited', 429, 'rate_limit_exceeded', { 'retry-after': '1' }],
    ['down', 503, null, {}],
    ['gpt-unknown', 404, 'model_not_found', {}],
    ['constructor', 404, 'model_not_found', {}],
  ])('%s answers %i', (model, status, code, headers) => {
    expect(refusal(model)).toMatchObject({ status, headers, body: { error: { code, param: null } } });
  });
});
