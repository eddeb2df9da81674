// The names by which a gateway may be called.
import { isOwnHost } from './hosts.rules.ts';

const OWN = ['localhost', '127.0.0.1', '[::1]'];

it.each([['localhost'], ['LOCALHOST:3000'], ['127.0.0.1:3000'], ['[::1]:3000'], ['[::1]'], [undefined]])(
  '%s is a name of ours',
  (host) => expect(isOwnHost(host, OWN)).toBe(true),
);

it.each([['evil.test'], ['localhost.evil.test'], ['evil.test:3000'], ['127.0.0.2'], ['']])(
  '%s is none',
  (host) => expect(isOwnHost(host, OWN)).toBe(false),
);

it('every name is good where none is demanded', () => expect(isOwnHost('evil.test', [])).toBe(true));
