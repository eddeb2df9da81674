// Failures that real HTTP cannot show, or that come wrapped.
import { APICallError, LoadAPIKeyError, NoObjectGeneratedError, RetryError, StreamProviderError } from 'ai';
import type { GenerationErrorCode } from '#contracts';
import { failureOf, reasonOf, toModelError, unfinished } from './model-errors.client.ts';

const call = (statusCode: number, message: string, error?: object): APICallError =>
  new APICallError({
    message,
    url: 'x',
    requestBodyValues: {},
    statusCode,
    ...(error ? { data: { error } } : {}),
  });

describe('a failure', () => {
  it.each<[string, unknown, GenerationErrorCode]>([
    [
      'of another model maker',
      call(400, 'Your credit balance is too low to use the API'),
      'ModelQuotaExhausted',
    ],
    ['of a proxy', call(400, 'litellm.ContextWindowExceededError: too big'), 'ContextTooLong'],
    ['of a Chinese cloud', call(400, 'x', { code: 'DataInspectionFailed' }), 'ContentFiltered'],
    ['of a Chinese cloud’s account', call(400, 'x', { code: 'Arrearage' }), 'ModelQuotaExhausted'],
    ['of size', call(413, 'x'), 'ContextTooLong'],
    ['of a gateway', call(504, 'x'), 'ModelTimeout'],
    ['of too much work', call(529, 'x', { type: 'overloaded_error' }), 'ModelUnavailable'],
    ['of the body', call(422, 'x'), 'ModelRequestRejected'],
    ['of a lacking key', new LoadAPIKeyError({ message: 'x' }), 'ModelAuthenticationFailed'],
    [
      'in the stream',
      new StreamProviderError({ message: 'x', type: 'rate_limit_error' }),
      'ModelRateLimited',
    ],
    ['of time', new DOMException('x', 'TimeoutError'), 'ModelTimeout'],
    ['that nobody foresaw', new RangeError('x'), 'InternalFault'],
  ])('%s is known', (_name, error, code) => {
    expect(toModelError(error).code).toBe(code);
  });

  it('is found inside a retry', () => {
    const inner = call(503, 'x');
    const error = new RetryError({ message: 'x', reason: 'maxRetriesExceeded', errors: [inner] });
    expect(toModelError(error)).toMatchObject({ code: 'ModelUnavailable', retries: 2, cause: inner });
  });

  it.each([
    ['length', 'OutputTruncated'],
    ['content-filter', 'ContentFiltered'],
    ['stop', 'InvalidModelOutput'],
  ] as const)('to give an object is told by the finish reason %s', (finishReason, code) => {
    const error = new NoObjectGeneratedError({
      message: 'x', finishReason, response: {} as never, usage: {} as never,
    }); // prettier-ignore
    expect(toModelError(error).code).toBe(code);
  });

  it('by an end other than complete is told by it', () => {
    expect(unfinished('length').code).toBe('OutputTruncated');
    expect(unfinished('interrupted').code).toBe('ModelUnavailable');
    expect(unfinished('tool-calls').code).toBe('InvalidModelOutput');
  });

  it('that was made one of ours stays what it is', () => {
    const failure = failureOf('UnsupportedLanguage');
    expect(toModelError(failure)).toBe(failure);
    expect(failure.retries).toBe(0);
  });

  it('is told for the log by kinds and codes, never in the words of others', () => {
    const refusal = call(400, 'Not about my secret plan', { code: 'content_filter', type: 'my secret plan' });
    expect(reasonOf(toModelError(refusal))).toBe('AI_APICallError 400 content_filter');
    const socket = Object.assign(new Error('connect 10.0.0.1:443'), { code: 'ECONNREFUSED' });
    const fetching = new TypeError('fetch failed', { cause: socket });
    expect(reasonOf(toModelError(fetching))).toBe('TypeError < Error ECONNREFUSED');
    expect(reasonOf(failureOf('OutputTruncated'))).toBe('');
    expect(reasonOf(failureOf('InternalFault', { cause: 'my secret plan' }))).toBe('');
  });

  it.each([
    ['3', 3000],
    ['0.5', 500],
    ['15', 15_000],
    ['16', undefined],
    ['soon', undefined],
  ])('with Retry-After %s is tried again after %s ms', (said, wait) => {
    const error = new APICallError({
      message: 'x', url: 'x', requestBodyValues: {}, statusCode: 429, responseHeaders: { 'retry-after': said },
    }); // prettier-ignore
    expect(toModelError(error).retryAfterMs).toBe(wait);
  });
});
