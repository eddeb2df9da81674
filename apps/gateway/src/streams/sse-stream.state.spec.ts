// Tests what is written to a stream of events.
import { text } from 'node:stream/consumers';
import { install, type Clock } from '@sinonjs/fake-timers';
import { SseStream } from './sse-stream.state.ts';

let clock: Clock;
beforeEach(() => {
  clock = install({ toNotFake: ['nextTick', 'setImmediate'] });
});
afterEach(() => {
  clock.uninstall();
});

const textOf = (stream: SseStream): string => String(stream.body.read() ?? '');

it('writes events, and a comment every 15 seconds', () => {
  const stream = new SseStream();
  stream.send({ id: '1.1', event: 'a', data: { text: 'two\nlines' } });
  expect(textOf(stream)).toBe('retry: 2000\n\nid: 1.1\nevent: a\ndata: {"text":"two\\nlines"}\n\n');
  clock.tick(30_000);
  expect(textOf(stream)).toBe(':\n\n:\n\n');
  stream.end();
  stream.send({ id: '1.2', event: 'a', data: {} });
  expect(textOf(stream)).toBe('');
});

it('ends after what fits when its client does not read, and leaves no timer', async () => {
  const stream = new SseStream();
  let closed = 0;
  stream.onClose(() => (closed += 1));
  const event = { id: '1', event: 'a', data: 'x'.repeat(100_000) };
  for (let n = 0; n < 3; n += 1) stream.send(event);
  stream.send(event);
  stream.send(event);
  const read = await text(stream.body);
  expect(read.match(/id: 1/g)).toHaveLength(3);
  await new Promise((resolve) => setImmediate(resolve));
  expect([closed, clock.countTimers()]).toEqual([1, 0]);
});
