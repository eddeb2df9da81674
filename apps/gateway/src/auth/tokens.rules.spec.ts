// The rules of access tokens before their signature.
import { bearerToken, keyIdOf } from './tokens.rules.ts';

describe('the bearer token', () => {
  it.each([
    ['Bearer abc.def.ghi', 'abc.def.ghi'],
    ['bearer  abc', 'abc'],
    ['Bearer abc def', 'abc def'],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['Basic abc', undefined],
    ['Bearerabc', undefined],
    [undefined, undefined],
  ])('of %j is %j', (header, expected) => expect(bearerToken(header)).toBe(expected));
});

describe('the key id', () => {
  const token = (header: unknown): string =>
    `${Buffer.from(JSON.stringify(header)).toString('base64url')}.e30.c2ln`;
  const good = { alg: 'RS256', typ: 'at+jwt', kid: 'k1' };

  it('is that of a header like ours', () => expect(keyIdOf(token(good))).toBe('k1'));
  it('is there when the header names a key of its own, which is not looked at', () =>
    expect(keyIdOf(token({ ...good, jwk: {}, jku: 'https://x', x5u: 'https://x' }))).toBe('k1'));
  it.each([
    ['another algorithm', { ...good, alg: 'HS256' }],
    ['no algorithm', { ...good, alg: 'none' }],
    ['another type', { ...good, typ: 'JWT' }],
    ['no type', { alg: 'RS256', kid: 'k1' }],
    ['something critical', { ...good, crit: ['b64'] }],
    ['no key id', { alg: 'RS256', typ: 'at+jwt' }],
    ['a key id that is no text', { ...good, kid: 7 }],
    ['no object', 'text'],
    ['null', null],
  ])('is absent with %s', (_, header) => expect(keyIdOf(token(header))).toBeUndefined());
  it.each(['', '.', 'nonsense', 'bm90IGpzb24.x.y'])('is absent in %j', (text) =>
    expect(keyIdOf(text)).toBeUndefined(),
  );
});
