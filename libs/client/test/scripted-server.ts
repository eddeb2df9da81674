// An HTTP server that answers as a test says, for what the real API does too rarely to wait for.
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as it came. */
export interface Received {
  method: string;
  /** Path and query. */
  url: string;
  headers: Record<string, string | undefined>;
  body: string;
}

/** Methods and addresses of requests. */
export function urlsOf(requests: readonly Received[]): string[] {
  return requests.map(({ method, url }) => `${method} ${url}`);
}

/** Answers a request. */
export type Answering = (request: Received, response: ServerResponse) => void;

/** A server on a free port. */
export class ScriptedServer {
  /** All requests so far. */
  readonly received: Received[] = [];
  answer: Answering = (_, response) => json(response, 404, {});
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((message, response) => {
      void text(message).then((body) => {
        const { method = '', url = '', headers } = message;
        const request = { method, url, headers: headers as Received['headers'], body };
        this.received.push(request);
        this.answer(request, response);
      });
    });
  }

  static async open(): Promise<ScriptedServer> {
    const scripted = new ScriptedServer();
    scripted.#server.listen(0, '127.0.0.1');
    await once(scripted.#server, 'listening');
    return scripted;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Answers with JSON. */
export function json(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}

/** Answers with an error of the API. */
export function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void {
  json(response, status, { error: { code, id: 'the request', message: 'No.', details: [] } }, headers);
}

/** Answers one request after the other; the last answer stays. */
export function inTurn(...answers: Answering[]): Answering {
  let next = 0;
  return (request, response) => answers[Math.min(next++, answers.length - 1)]?.(request, response);
}
