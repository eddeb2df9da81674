// Model errors that a test over HTTP cannot produce, and wrapped errors.
import { APICallError, LoadAPIKeyError, NoObjectGeneratedError, RetryError, StreamProviderError } from 'ai';
import type { GenerationErrorCode } from '#contracts';
import { reasonOf, toModelError, unfinished } from './model-errors.client.ts';
import { ModelError } from './port.ts';

const call = (statusCode: number, message: string, error?: object): APICallError =>
  new APICallError({
    message,
    url: 'x',
    requestBodyValues: {},
    statusCode,
    ...(error ? { data: { error } } : {}),
  });

/** The answer of a server that words its errors in a form of its own. */
const said = (statusCode: number, body: unknown): APICallError =>
  new APICallError({
    message: 'x',
    url: 'x',
    requestBodyValues: {},
    statusCode,
    responseBody: JSON.stringify(body),
  });

describe('a model error', () => {
  it.each<[string, unknown, GenerationErrorCode]>([
    [
      'of another provider about credit',
      call(400, 'Your credit balance is too low to use the API'),
      'ModelQuotaExhausted',
    ],
    ['of a proxy', call(400, 'litellm.ContextWindowExceededError: too big'), 'ContextTooLong'],
    ['of a Chinese cloud', call(400, 'x', { code: 'DataInspectionFailed' }), 'ContentFiltered'],
    ['of a Chinese cloud’s account', call(400, 'x', { code: 'Arrearage' }), 'ModelQuotaExhausted'],
    [
      'of a filter of what is written',
      said(400, {
        error: { type: 'invalid_request_error', message: 'Output blocked by content filtering policy' },
      }),
      'ContentFiltered',
    ],
    [
      'of a filter of what is written, in the stream',
      new StreamProviderError({
        message: 'Output blocked by content filtering policy',
        type: 'invalid_request_error',
      }),
      'ContentFiltered',
    ],
    [
      'of a moderation',
      said(403, {
        error: {
          code: 403,
          message: 'openai/gpt-5.4 requires moderation on OpenAI. Your input was flagged for "violence"',
        },
      }),
      'ContentFiltered',
    ],
    [
      'of a prompt that was flagged',
      call(400, 'Invalid prompt: your prompt was flagged as potentially violating our usage policy.', {
        code: 'invalid_prompt',
      }),
      'ContentFiltered',
    ],
    [
      'of a prompt that is invalid for another reason',
      call(400, 'Invalid prompt', { code: 'invalid_prompt' }),
      'ModelRequestRejected',
    ],
    [
      'of TGI about its tokens',
      said(422, {
        error:
          'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 3900 `inputs` tokens and 512 `max_new_tokens`',
        error_type: 'validation',
      }),
      'ContextTooLong',
    ],
    [
      'of TGI about its prompt',
      said(422, {
        error: 'Input validation error: `inputs` must have less than 1024 tokens. Given: 3900',
        error_type: 'validation',
      }),
      'ContextTooLong',
    ],
    ['of a request that is too large', call(413, 'x'), 'ContextTooLong'],
    [
      'of a request that is too large for a minute',
      call(429, 'Request too large for gpt-4.1: Limit 30000, Requested 37313', {
        code: 'rate_limit_exceeded',
      }),
      'ContextTooLong',
    ],
    [
      'of a spent limit',
      call(400, 'You have reached your specified API usage limits.', { type: 'invalid_request_error' }),
      'ModelQuotaExhausted',
    ],
    [
      'in a list',
      said(400, [{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.' } }]),
      'ModelAuthenticationFailed',
    ],
    [
      'of a server behind another',
      said(400, { error: { message: 'Provider returned error', metadata: { raw: 'prompt is too long' } } }),
      'ContextTooLong',
    ],
    [
      'of a context that is full, in the stream',
      new StreamProviderError({
        message: 'The number of tokens to keep from the initial prompt is greater than the context length',
      }),
      'ContextTooLong',
    ],
    [
      'of a wrong request, in the stream',
      new StreamProviderError({ message: 'x', statusCode: 400 }),
      'ModelRequestRejected',
    ],
    ['of a gateway', call(504, 'x'), 'ModelTimeout'],
    ['of a proxy that has waited long', call(524, 'x'), 'ModelTimeout'],
    ['of a service without capacity', call(498, 'x'), 'ModelUnavailable'],
    ['of an overloaded server', call(529, 'x', { type: 'overloaded_error' }), 'ModelUnavailable'],
    ['of an unprocessable body', call(422, 'x'), 'ModelRequestRejected'],
    ['of a missing key', new LoadAPIKeyError({ message: 'x' }), 'ModelAuthenticationFailed'],
    [
      'in the stream',
      new StreamProviderError({ message: 'x', type: 'rate_limit_error' }),
      'ModelRateLimited',
    ],
    ['of a timeout', new DOMException('x', 'TimeoutError'), 'ModelTimeout'],
    ['of an unforeseen kind', new RangeError('x'), 'InternalFault'],
  ])('%s gets its code', (_name, error, code) => {
    expect(toModelError(error).code).toBe(code);
  });

  it('comes from the last error inside a retry error', () => {
    const inner = call(503, 'x');
    const error = new RetryError({ message: 'x', reason: 'maxRetriesExceeded', errors: [inner] });
    expect(toModelError(error)).toMatchObject({ code: 'ModelUnavailable', retries: 2, cause: inner });
  });

  it.each([
    ['length', 'OutputTruncated'],
    ['content-filter', 'ContentFiltered'],
    ['stop', 'InvalidModelOutput'],
  ] as const)('for a missing object follows the finish reason %s', (finishReason, code) => {
    const error = new NoObjectGeneratedError({
      message: 'x', finishReason, response: {} as never, usage: {} as never,
    }); // prettier-ignore
    expect(toModelError(error).code).toBe(code);
  });

  it('for an incomplete answer follows its finish reason', () => {
    expect(unfinished('length').code).toBe('OutputTruncated');
    expect(unfinished('interrupted').code).toBe('ModelUnavailable');
    expect(unfinished('tool-calls').code).toBe('InvalidModelOutput');
  });

  it.each([
    ['breaks in an answer', 200, 'read', false],
    ['dies while the answer is awaited', undefined, 'read', false],
    ['dies while the prompt is sent', undefined, 'write', false],
    ['never was', undefined, 'connect', true],
  ])(
    'of a connection that %s tells whether a server was reached',
    (_what, statusCode, syscall, isUnreachable) => {
      const socket = Object.assign(new Error(syscall), { code: 'ETIMEDOUT', syscall });
      const cause = new TypeError('fetch failed', { cause: socket });
      const error = new APICallError({ message: 'x', url: 'x', requestBodyValues: {}, statusCode, cause });
      const code = 'ModelUnavailable';
      expect(toModelError(error)).toMatchObject({ code, isUnreachable, isRefusal: isUnreachable });
    },
  );

  it('stays as it is when it already has our code', () => {
    const failure = new ModelError('UnsupportedLanguage');
    expect(toModelError(failure)).toBe(failure);
    expect(failure.retries).toBe(0);
  });

  it('is logged by kinds and codes, never with the messages of others', () => {
    const refusal = call(400, 'Not about my secret plan', { code: 'content_filter', type: 'my secret plan' });
    expect(reasonOf(toModelError(refusal))).toBe('AI_APICallError 400 content_filter');
    const socket = Object.assign(new Error('connect 10.0.0.1:443'), { code: 'ECONNREFUSED' });
    const fetching = new TypeError('fetch failed', { cause: socket });
    expect(reasonOf(toModelError(fetching))).toBe('TypeError < Error ECONNREFUSED');
    expect(reasonOf(new ModelError('OutputTruncated'))).toBe('');
    expect(reasonOf(new ModelError('InternalFault', { cause: 'my secret plan' }))).toBe('');
  });

  it('with a wait in milliseconds has that one', () => {
    const responseHeaders = { 'retry-after': '1', 'retry-after-ms': '250' };
    const error = new APICallError({
      message: 'x', url: 'x', requestBodyValues: {}, statusCode: 429, responseHeaders,
    }); // prettier-ignore
    expect(toModelError(error).retryAfterMs).toBe(250);
  });

  it.each([
    ['3', 3000],
    ['0.5', 500],
    ['15', 15_000],
    ['3600', 3_600_000],
    ['3601', undefined],
    ['soon', undefined],
  ])('with Retry-After %s has a wait of %s ms', (said, wait) => {
    const error = new APICallError({
      message: 'x', url: 'x', requestBodyValues: {}, statusCode: 429, responseHeaders: { 'retry-after': said },
    }); // prettier-ignore
    expect(toModelError(error).retryAfterMs).toBe(wait);
  });
});
