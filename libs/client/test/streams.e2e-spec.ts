// Tests how the client follows streams, over real HTTP.
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { follow } from '../src/events.ts';
import { Shelfscribe } from '../src/index.ts';
import { inTurn, refuse, ScriptedServer, urlsOf, type Answering } from './scripted-server.ts';

let server: ScriptedServer;
let client: Shelfscribe;
beforeEach(async () => {
  server = await ScriptedServer.open();
  client = new Shelfscribe({
    baseUrl: `${server.origin}/base`,
    coreUrl: `${server.origin}/core`,
    apiKey: 'ssk_1',
  });
});
afterEach(() => server.close());

const busy: Answering = (_, response) => refuse(response, 503, 'Unavailable', { 'retry-after': '0' });
const lost: Answering = (_, response) => response.writeHead(502).end();
const breakOff: Answering = (_, response) => response.destroy();

describe('a stream', () => {
  const event = (id: number): string => `id: ${id}\nevent: step\ndata: {"n":\ndata: ${id}}\n\n`;
  const open = (response: ServerResponse): ServerResponse =>
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });

  it('goes on after the last event when it breaks off and when it ends, until there is no more', async () => {
    server.answer = inTurn(
      (_, response) =>
        void open(response).write(`retry: 5\n\n:\n\n${event(1)}${event(2)}id: 3\nda`, () =>
          response.destroy(),
        ),
      busy,
      (_, response) => open(response).end(event(3)),
      (_, response) => response.writeHead(204).end(),
    );
    const { stream } = await client.followGeneration({ path: { id: 'g' } });
    const events = [];
    for await (const one of stream) events.push(one);
    expect(events).toEqual([1, 2, 3].map((n) => ({ id: String(n), event: 'step', data: { n } })));
    const last = server.received.map(({ headers }) => headers['last-event-id']);
    expect(last).toEqual([undefined, '2', '2', '3']);
    expect(server.received[0]).toMatchObject({
      url: '/base/generations/g/events',
      headers: { accept: 'text/event-stream' },
    });
  });

  it('goes on after an outage that is longer than a request waits', async () => {
    server.answer = inTurn(
      (_, response) => open(response).end(`retry: 5\n\n${event(1)}`),
      ...Array<Answering>(4).fill(lost), // the first of them is asked three times more
      breakOff,
      (_, response) => open(response).end(event(2)),
      (_, response) => refuse(response, 404, 'NotFound'),
    );
    const { stream } = await client.followGeneration({ path: { id: 'g' } });
    const ids: string[] = [];
    const reading = (async () => {
      for await (const { id } of stream) ids.push(id);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'NotFound' });
    expect(ids).toEqual(['1', '2']);
  });

  it('of the feed goes on with each new token', async () => {
    server.answer = inTurn(
      (_, response) => open(response).end(`retry: 1\n\n${event(7)}`),
      (_, response) => open(response).end(event(8)),
    );
    const { stream } = await client.followEvents({
      query: { after: '6', types: ['product.created', 'product.deleted'] },
    });
    const ids: string[] = [];
    for await (const { id } of stream) if (ids.push(id) === 2) break;
    expect(ids).toEqual(['7', '8']);
    expect(urlsOf(server.received)).toEqual(
      Array(2).fill('GET /base/events?after=6&types=product.created,product.deleted'),
    );
    expect(server.received.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '7']);
    expect(server.received[1]?.headers['authorization']).toBe('Bearer ssk_1');
  });

  it('goes on after a position that came without an event, once its block is whole', async () => {
    server.answer = inTurn(
      (_, response) => void open(response).write('retry: 1\n\nid: 6\n\nid: 7\n', () => response.destroy()),
      (_, response) => open(response).end(`id: 6\r\n\r\n${event(8)}`),
      (_, response) => response.writeHead(204).end(),
    );
    const { stream } = await client.followEvents();
    const ids: string[] = [];
    for await (const { id } of stream) ids.push(id);
    expect(ids).toEqual(['8']);
    const last = server.received.map(({ headers }) => headers['last-event-id']);
    expect(last).toEqual([undefined, '6', '8']);
  });

  describe('whose silence may last half a second', () => {
    /** Follows it to its end; the ids of its events, and after which ones it was opened. */
    const followed = async (readMs = 0) => {
      const read = (id?: string) => fetch(server.origin, { headers: id ? { 'last-event-id': id } : {} });
      const ids: string[] = [];
      for await (const { id } of follow(read, undefined, 500)) {
        ids.push(id);
        await pause(readMs);
      }
      return { ids, after: server.received.map(({ headers }) => headers['last-event-id']) };
    };
    const over: Answering = (_, response) => response.writeHead(204).end();

    it('is hung up when it falls silent, and goes on after the last event', async () => {
      const hungUp = new Promise((resolve) => {
        const silent: Answering = (_, response) => {
          response.once('close', resolve);
          open(response).write(`retry: 1\n\n${event(1)}`);
        };
        server.answer = inTurn(silent, (_, response) => open(response).end(event(2)), over);
      });
      expect(await followed()).toEqual({ ids: ['1', '2'], after: [undefined, '1', '2'] });
      await hungUp;
    });

    it('stays open while comments come, and while its reader is busy', async () => {
      const quiet: Answering = (_, response) => {
        open(response).write(`retry: 1\n\n${event(1)}`);
        const comments = setInterval(() => response.write(':\n\n'), 50);
        setTimeout(() => {
          clearInterval(comments);
          response.end(event(2));
        }, 1500);
      };
      server.answer = inTurn(quiet, over);
      expect(await followed(700)).toEqual({ ids: ['1', '2'], after: [undefined, '2'] });
    });
  });

  it('is hung up when its reader has enough, and throws what refuses it', async () => {
    const hungUp = new Promise((resolve) => {
      server.answer = (_, response) => {
        response.once('close', resolve);
        open(response).write(event(1));
      };
    });
    const { stream } = await client.followGeneration({ path: { id: 'g' } });
    for await (const { id } of stream) if (id === '1') break;
    await hungUp;
    server.answer = (_, response) => refuse(response, 404, 'NotFound');
    const refused = await client.followGeneration({ path: { id: 'other' } });
    await expect(refused.stream.next()).rejects.toMatchObject({ code: 'NotFound' });
  });
});
