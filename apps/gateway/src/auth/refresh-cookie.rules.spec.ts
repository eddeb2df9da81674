// Tests which hosts need no Secure cookie.
import { isLocal } from './refresh-cookie.rules.ts';

describe('isLocal', () => {
  it.each(['localhost', 'LOCALHOST', 'shop.localhost', '127.0.0.1', '127.8.9.1', '[::1]', '::1'])(
    'is true for %s',
    (host) => expect(isLocal(host)).toBe(true),
  );
  it.each(['', 'localhost.example.com', 'notlocalhost', '10.0.0.1', '[2001:db8::1]', '128.0.0.1', '0x7f'])(
    'is false for %j',
    (host) => expect(isLocal(host)).toBe(false),
  );
});
