// Checks the closed tables of errors: complete, in both languages, every code in use.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, ERRORS, type ErrorCode } from './errors.ts';
import { GENERATION_ERRORS, IMPORT_ITEM_ERRORS } from './records.ts';

const HAN = /[\u4e00-\u9fff]/;

/** Source text of all files that may throw or record a code. */
function sources(): string {
  const root = join(import.meta.dirname, '../../..');
  return globSync('{apps/*,libs/platform,libs/content}/src/**/*.ts', {
    cwd: root,
    exclude: (path) => path.endsWith('.spec.ts'),
  })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
}

describe('the tables of errors', () => {
  it.each(Object.entries(ERRORS))('give %s an error status and a text in both languages', (_, entry) => {
    expect(entry.status).toBeGreaterThanOrEqual(400);
    expect(entry.en).toMatch(/^[A-Z].*\.$/);
    expect(entry.zh).toMatch(HAN);
  });

  it('have exactly the documented codes under each status', () => {
    const byStatus = Map.groupBy(Object.keys(ERRORS) as ErrorCode[], (code) => ERRORS[code].status);
    expect(Object.fromEntries(byStatus)).toEqual({
      400: ['InvalidArgument', 'MalformedJson', 'InvalidNextToken', 'UnknownReference'],
      401: ['Unauthenticated', 'InvalidToken', 'InvalidCredentials'],
      403: ['Forbidden'],
      404: ['NotFound'],
      405: ['MethodNotAllowed'],
      406: ['NotAcceptable'],
      409: ['IdempotencyInProgress', 'InvalidState', 'AlreadyExists'],
      412: ['VersionMismatch'],
      413: ['PayloadTooLarge'],
      414: ['UriTooLong'],
      415: ['UnsupportedMediaType'],
      422: ['IdempotencyKeyReused'],
      421: ['MisdirectedRequest'],
      429: ['TooManyRequests', 'QuotaExceeded'],
      431: ['HeadersTooLarge'],
      500: ['InternalFault'],
      503: ['Unavailable'],
      504: ['UpstreamTimeout'],
    });
  });

  it.each(Object.entries({ ...GENERATION_ERRORS, ...IMPORT_ITEM_ERRORS }))(
    'give the record error %s a text in both languages',
    (_, text) => {
      expect(text.en).toMatch(/^[A-Z].*\.$/);
      expect(text.zh).toMatch(HAN);
    },
  );
});

describe('an error code', () => {
  const text = sources();

  it.each([...Object.keys(ERRORS), ...Object.keys(GENERATION_ERRORS), ...Object.keys(IMPORT_ITEM_ERRORS)])(
    'such as %s is thrown or recorded somewhere in our code',
    (code) => {
      expect(text).toMatch(new RegExp(`'${code}'|\\b${code}:`));
    },
  );
});

describe('an AppError', () => {
  it('takes a message of its own, except for an internal fault', () => {
    expect(new AppError('InvalidArgument', { message: 'Too long.' }).customMessage).toBe('Too long.');
    expect(new AppError('InternalFault', { message: 'SELECT secret' }).customMessage).toBeUndefined();
  });
});
