// A model server whose response time a test sets: it holds each call, for some time or until it is told, then forwards it to
// the sandbox.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** The relay of a test. */
export interface ModelRelay {
  /** For MODEL_SERVERS. */
  url: string;
  /** Time that a call is held, in milliseconds; applies to calls that arrive from now on. */
  holdMs: number;
  /** Random deviation from that time, as a share of it; 0 at first. */
  spread: number;
  /** Calls that arrived. */
  asked: number;
  /** Calls that are open now. */
  inHand: number;
  /** Calls that were answered. */
  answered: number;
  /** Forwards the calls that are held now. */
  release(): void;
  close(): Promise<void>;
}

/** Starts a relay to a model server. */
export async function startModelRelay(target: string): Promise<ModelRelay> {
  let released = new AbortController();
  const server = createServer((request, response) => {
    const gone = new AbortController();
    response.once('close', () => {
      relay.inHand -= 1;
      gone.abort();
    });
    relay.asked += 1;
    relay.inHand += 1;
    const passOn = async (): Promise<void> => {
      const body = new Uint8Array(await buffer(request));
      const ms = relay.holdMs * (1 + relay.spread * (2 * Math.random() - 1));
      const held = AbortSignal.any([gone.signal, released.signal]);
      await sleep(ms, undefined, { signal: held }).catch(() => gone.signal.throwIfAborted());
      await forward(`${target}${request.url}`, request.headers, body, response);
      relay.answered += 1;
    };
    passOn().catch(() => response.destroy()); // the client has gone
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const relay: ModelRelay = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdMs: 0,
    spread: 0,
    asked: 0,
    inHand: 0,
    answered: 0,
    release: () => {
      released.abort();
      released = new AbortController();
    },
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
  return relay;
}

async function forward(
  url: string,
  { authorization = '', 'content-type': type = '' }: IncomingHttpHeaders,
  body: Uint8Array<ArrayBuffer>,
  response: ServerResponse,
): Promise<void> {
  const headers = { authorization, 'content-type': type };
  const answer = await fetch(url, { method: 'POST', headers, body });
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  response.end(Buffer.from(await answer.arrayBuffer()));
}
