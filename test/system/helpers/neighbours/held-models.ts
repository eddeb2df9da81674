// A model server that stops in the middle of each reply until a test lets it go on, so that a test never has to be faster
// than a model.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { until } from '#testing/until';

/** Events of a reply that are sent at once: enough for some words of its text. */
const EVENTS_FIRST = 6;

/** A running server; it has the model `slow` of the sandbox. */
export interface HeldModels {
  /** For MODEL_SERVERS. */
  url: string;
  /** Waits until so many replies are held. */
  atLeast(count: number): Promise<void>;
  /** Waits until so many replies are held, and lets all go on that are. */
  release(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server that passes the replies of a sandbox on, and holds each one after its first events. */
export async function startHeldModels(sandboxUrl: string): Promise<HeldModels> {
  const held = new Set<() => void>();
  /** Resolves when the test lets replies go on, or when the caller has gone. */
  const released = (response: ServerResponse): Promise<void> =>
    new Promise((resolve) => {
      held.add(resolve);
      response.once('close', () => {
        held.delete(resolve);
        resolve();
      });
    });
  const server = createServer((request, response) => {
    const respond = async (): Promise<void> => {
      const { authorization = '', 'content-type': type = '' } = request.headers;
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      const reply = await fetch(`${sandboxUrl}${request.url}`, {
        method: 'POST',
        headers: { authorization, 'content-type': type },
        body: await text(request),
        signal: gone.signal,
      });
      response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' });
      let events = 0;
      for await (const part of (reply.body ?? []) as AsyncIterable<Uint8Array>) {
        response.write(part);
        const wasHeld = events >= EVENTS_FIRST;
        events += Buffer.from(part).toString('latin1').split('data:').length - 1;
        if (!wasHeld && events >= EVENTS_FIRST) await released(response);
      }
      response.end();
    };
    respond().catch(() => response.destroy()); // the caller has gone
  });
  const atLeast = async (count: number): Promise<void> => {
    await until(`${count} replies are held`, () => held.size >= count);
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    atLeast,
    release: async (count) => {
      await atLeast(count);
      for (const resolve of held) resolve();
      held.clear();
    },
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
