// Tests for whom a token is found to be.
import { ownerOf } from '../src/token.ts';

const tokenOf = (claims: string): string => `e30.${Buffer.from(claims).toString('base64url')}.signature`;

it('is whom the claims name', () =>
  // These are the two characters in which base64url differs.
  expect(ownerOf(tokenOf('{"sub":"~~~???","wid":"shop"}'))).toEqual({
    accountId: '~~~???',
    workspaceId: 'shop',
  }));

it.each(['', 'opaque', 'a.b.c', tokenOf('{}'), tokenOf('{"sub":"a","wid":7}'), tokenOf('{"wid":"shop"}')])(
  'is nobody in %j',
  (token) => expect(ownerOf(token)).toBeUndefined(),
);
