// Tests how access tokens are read before their signature is verified.
import { bearerToken, keyIdOf } from './tokens.rules.ts';

describe('bearerToken', () => {
  it.each([
    ['Bearer abc.def.ghi', 'abc.def.ghi'],
    ['bearer  abc', 'abc'],
    ['Bearer abc def', 'abc def'],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['Basic abc', undefined],
    ['Bearerabc', undefined],
    [undefined, undefined],
  ])('reads %j as %j', (header, expected) => expect(bearerToken(header)).toBe(expected));
});

describe('keyIdOf', () => {
  const token = (header: unknown): string =>
    `${Buffer.from(JSON.stringify(header)).toString('base64url')}.e30.c2ln`;
  const good = { alg: 'RS256', typ: 'at+jwt', kid: 'k1' };

  it('finds the key id in a header like ours', () => expect(keyIdOf(token(good))).toBe('k1'));
  it('ignores a key that the header itself names', () =>
    expect(keyIdOf(token({ ...good, jwk: {}, jku: 'https://x', x5u: 'https://x' }))).toBe('k1'));
  it.each([
    ['another algorithm', { ...good, alg: 'HS256' }],
    ['no algorithm', { ...good, alg: 'none' }],
    ['another type', { ...good, typ: 'JWT' }],
    ['no type', { alg: 'RS256', kid: 'k1' }],
    ['a critical extension', { ...good, crit: ['b64'] }],
    ['no key id', { alg: 'RS256', typ: 'at+jwt' }],
    ['a key id that is not text', { ...good, kid: 7 }],
    ['text instead of an object', 'text'],
    ['null instead of an object', null],
  ])('finds none with %s', (_, header) => expect(keyIdOf(token(header))).toBeUndefined());
  it.each(['', '.', 'nonsense', 'bm90IGpzb24.x.y'])('finds none in %j', (text) =>
    expect(keyIdOf(text)).toBeUndefined(),
  );
});
