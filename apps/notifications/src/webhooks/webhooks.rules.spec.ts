// Tests what counts as slow, and as the same receiver.
import { hostOf, isSlow } from './webhooks.rules.ts';

it('an answer is slow from two seconds on', () => {
  expect([1999, 2000].map(isSlow)).toEqual([false, true]);
});

it.each([
  ['https://Hooks.Example.com/a', 'hooks.example.com'],
  ['https://hooks.example.com.:8443/b', 'hooks.example.com'],
  ['http://[::1]:3000/', '[::1]'],
])('the receiver of %s is %s', (url, host) => expect(hostOf(url)).toBe(host));
