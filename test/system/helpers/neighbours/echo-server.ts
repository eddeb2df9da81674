// A model server that repeats its prompt wherever a server can: in errors, in broken chunks, in answers.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The models of the server; each repeats the prompt in another place of its response. */
export const ECHO_MODELS = [
  'answer',
  'content-filter',
  'error-message',
  'broken-chunk',
  'wrong-schema',
  'error-code',
] as const;

/** A running echo server. */
export interface EchoServer {
  /** For MODEL_SERVERS. */
  url: string;
  /** Requests so far. */
  requests(): number;
  close(): Promise<void>;
}

interface ModelRequest {
  model: (typeof ECHO_MODELS)[number];
  messages: { content: string }[];
}

/** Starts an echo server. */
export async function startEchoServer(): Promise<EchoServer> {
  let requests = 0;
  const server = createServer((request, response) => {
    const respond = async (): Promise<void> => {
      const { model, messages } = JSON.parse(await text(request)) as ModelRequest;
      requests += 1;
      const prompt = `${request.headers.authorization ?? ''} ${JSON.stringify(messages)}`;
      const { status, type, body } = echo(model, prompt);
      response.writeHead(status, { 'content-type': type }).end(body);
    };
    respond().catch(() => response.destroy()); // the client has gone
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: () => requests,
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

function echo(model: ModelRequest['model'], prompt: string): { status: number; type: string; body: string } {
  const refusal = (status: number, error: object) => ({
    status,
    type: 'application/json',
    body: JSON.stringify({ error }),
  });
  const stream = (...parts: string[]) => ({
    status: 200,
    type: 'text/event-stream',
    body: parts.map((part) => `data: ${part}\n\n`).join(''),
  });
  switch (model) {
    case 'content-filter': {
      const message = `I will not write about ${prompt}`;
      return refusal(400, { message, code: 'content_filter', type: prompt });
    }
    case 'error-code':
      return refusal(400, { message: 'No', code: prompt, type: prompt });
    case 'error-message':
      return refusal(500, { message: `It broke at ${prompt}`, type: 'server_error' });
    case 'broken-chunk':
      return stream(`{"choices": [${prompt}`);
    case 'wrong-schema':
      return stream(JSON.stringify({ id: 1, choices: prompt }));
    case 'answer':
      return stream(chunk({ role: 'assistant', content: prompt }), chunk({}, 'stop'), '[DONE]');
  }
}

function chunk(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return JSON.stringify({ id: 'c', created: 0, model: 'm', object: 'chat.completion.chunk', choices });
}
