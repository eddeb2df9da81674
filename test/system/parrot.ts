// A model server that repeats what it was told wherever a server can: in errors, in broken chunks, in answers.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Its models, each a way to repeat. */
export const PARROTS = ['answers', 'refuses', 'faults', 'breaks', 'misfits', 'codes'] as const;

/** A running parrot. */
export interface Parrot {
  url: string;
  /** Requests that it has heard. */
  heard(): number;
  close(): Promise<void>;
}

interface Asked {
  model: (typeof PARROTS)[number];
  messages: { content: string }[];
}

/** Starts a parrot. */
export async function startParrot(): Promise<Parrot> {
  let heard = 0;
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      heard += 1;
      const { model, messages } = JSON.parse(text) as Asked;
      const said = `${request.headers.authorization ?? ''} ${JSON.stringify(messages)}`;
      const { status, type, body } = repeat(model, said);
      response.writeHead(status, { 'content-type': type }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    heard: () => heard,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function repeat(model: Asked['model'], said: string): { status: number; type: string; body: string } {
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
    case 'refuses':
      return refusal(400, { message: `I will not write about ${said}`, code: 'content_filter', type: said });
    case 'codes':
      return refusal(400, { message: 'No', code: said, type: said });
    case 'faults':
      return refusal(500, { message: `It broke at ${said}`, type: 'server_error' });
    case 'breaks':
      return stream(`{"choices": [${said}`);
    case 'misfits':
      return stream(JSON.stringify({ id: 1, choices: said }));
    case 'answers':
      return stream(chunk({ role: 'assistant', content: said }), chunk({}, 'stop'), '[DONE]');
  }
}

function chunk(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return JSON.stringify({ id: 'c', created: 0, model: 'm', object: 'chat.completion.chunk', choices });
}
