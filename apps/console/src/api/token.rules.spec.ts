// Tests which workspace a token is found to be for.
import { workspaceOf } from './token.rules.ts';

const tokenOf = (claims: string): string => `e30.${Buffer.from(claims).toString('base64url')}.signature`;

it('is the one that the claims name', () =>
  // The other claim is there for the two characters in which base64url differs.
  expect(workspaceOf(tokenOf('{"sub":"~~~???","wid":"shop"}'))).toBe('shop'));

it.each(['', 'opaque', 'a.b.c', tokenOf('{}'), tokenOf('{"wid":7}')])('is none in %j', (token) =>
  expect(workspaceOf(token)).toBeUndefined(),
);
