// Receives webhooks, as a customer's server does: it keeps what came, and answers as a test tells it to.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** A request as it arrived. */
export interface ReceivedWebhook {
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** The receiver and what it got. */
export interface WebhookReceiver {
  url: string;
  received: ReceivedWebhook[];
  /** Answers from now on; at first with 204. */
  respond: RequestListener;
  close(): Promise<void>;
}

/** Starts a receiver on a free port. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    void (async () => {
      const { url: path = '', headers } = request;
      receiver.received.push({ path, headers, body: await buffer(request) });
      receiver.respond(request, response);
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const receiver: WebhookReceiver = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    received: [],
    respond: (_, response) => void response.writeHead(204).end(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/** The event of a webhook, once the customer's library has verified its signature. Throws when it does not. */
export function verifyWebhook({ headers, body }: ReceivedWebhook, secret: string): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}
