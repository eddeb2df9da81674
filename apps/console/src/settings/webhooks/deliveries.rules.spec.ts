// Tests how deliveries are read.
import type { Delivery } from '#client';
import { pollAfter, prettyOf } from './deliveries.rules.ts';

const delivery = (some: Partial<Delivery>): Delivery => ({
  id: '',
  eventId: '',
  type: 'webhook.test',
  status: 'DELIVERED',
  attempts: [],
  request: { url: '', body: '' },
  createdAt: 0,
  ...some,
});

describe('pollAfter', () => {
  it('asks no more when every delivery has ended', () =>
    expect(pollAfter([delivery({}), delivery({ status: 'DEAD' })])).toBe(false));

  it('asks soon while a try is due, and seldom while all wait', () => {
    const waiting = delivery({ status: 'PENDING', nextAttemptAt: 7 });
    expect(pollAfter([waiting, delivery({ status: 'PENDING' })])).toBe(1000);
    expect(pollAfter([delivery({}), waiting])).toBe(10_000);
  });
});

describe('prettyOf', () => {
  it('gives JSON lines', () => expect(prettyOf('{"a":1}')).toBe('{\n  "a": 1\n}'));

  it('leaves what is none', () => expect(prettyOf('<html>')).toBe('<html>'));
});
