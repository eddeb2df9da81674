// Tests that any thrown value becomes the right error, on the bus and over HTTP.
import { z } from 'zod';
import { AppError } from '#contracts';
import { errorFromWire, errorToHttp, errorToWire, invalidArgument, toAppError } from './error-mapping.ts';

const coded = (code: string, message = 'boom'): Error => Object.assign(new Error(message), { code });

describe('a thrown value', () => {
  it.each([
    [new AppError('NotFound'), 'NotFound'],
    [coded('ECONNREFUSED'), 'Unavailable'],
    [coded('EHOSTUNREACH'), 'Unavailable'],
    [coded('ENETUNREACH'), 'Unavailable'],
    [coded('57P01'), 'Unavailable'],
    [coded('57014'), 'Unavailable'],
    [coded('25006'), 'Unavailable'], // a primary that was replaced takes no writes
    [coded('55P03'), 'Unavailable'],
    [coded('40P01'), 'Unavailable'],
    [coded('08006'), 'Unavailable'],
    [new Error('timeout exceeded when trying to connect'), 'Unavailable'],
    [new Error('timeout expired'), 'Unavailable'],
    [new Error('Connection is closed.'), 'Unavailable'],
    [Object.assign(new Error('wrapped'), { driverError: coded('57P03') }), 'Unavailable'],
    [new Error('outer', { cause: coded('ECONNRESET') }), 'Unavailable'],
    [coded('23505'), 'InternalFault'],
    [new TypeError('undefined is not a function'), 'InternalFault'],
    ['a text', 'InternalFault'],
    [undefined, 'InternalFault'],
  ])('%s becomes %s', (thrown, code) => {
    expect(toAppError(thrown).code).toBe(code);
  });

  it('from a schema becomes InvalidArgument with a target for every part that is wrong', () => {
    const schema = z.strictObject({ list: z.array(z.object({ n: z.int() })), name: z.string() });
    const refusal = schema.safeParse({ list: [{ n: 1 }, { n: 'x' }], extra: 1 }).error;
    expect(toAppError(refusal).code).toBe('InternalFault'); // only invalidArgument() treats it as a client's mistake
    const error = invalidArgument(refusal?.issues ?? []);
    expect(error).toMatchObject({ code: 'InvalidArgument', target: 'list[1].n' });
    expect(error.details.map((detail) => detail.target)).toEqual(['list[1].n', 'name', 'extra']);
  });

  it('from a schema becomes an error with at most 100 details', () => {
    const issues = Array.from({ length: 1000 }, (_, i) => ({ path: ['asins', i], message: 'bad' }));
    expect(invalidArgument(issues).details).toHaveLength(100);
  });
});

describe('an error on the bus', () => {
  it('arrives as it was sent', () => {
    const sent = new AppError('InvalidArgument', {
      message: 'Too long.',
      target: 'inputs.a',
      details: [{ code: 'InvalidArgument', message: 'Too long.', target: 'inputs.a' }],
      retryAfter: 3,
    });
    expect(errorFromWire(errorToWire(sent))).toMatchObject({
      code: 'InvalidArgument',
      customMessage: 'Too long.',
      target: 'inputs.a',
      details: sent.details,
      retryAfter: 3,
    });
  });

  it('does not reveal its cause', () => {
    const sent = new AppError('InternalFault', { cause: new Error('password=hunter2') });
    expect(errorToWire(sent)).not.toContain('hunter2');
  });
});

describe('an error over HTTP', () => {
  it('is sent in the documented envelope, in the requested language', () => {
    const error = new AppError('NotFound', { target: 'id' });
    expect(errorToHttp(error, 'r-1', 'en')).toEqual({
      error: {
        code: 'NotFound',
        id: 'r-1',
        message: 'There is no such resource.',
        target: 'id',
        details: [],
      },
    });
    expect(errorToHttp(error, 'r-1', 'zh').error.message).toBe('资源不存在。');
  });

  it('has both documented shapes when it is an internal fault', () => {
    expect(errorToHttp(new AppError('InternalFault'), 'r-1', 'en')).toMatchObject({
      error: { code: 'InternalFault', id: 'r-1' },
      code: 'InternalFault',
      message: '服务内部错误，请联系管理员。',
    });
  });
});
