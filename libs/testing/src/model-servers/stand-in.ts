// Opens a small HTTP server that stands in for a model server, and keeps what it was asked.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

/** A question that a stand-in was asked. */
export interface Asked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The JSON of the body; undefined without one. */
  body: unknown;
}

/** Answers a question as the real server does. */
export type Play = (asked: Asked, response: ServerResponse) => void | Promise<void>;

/** A running stand-in. */
export interface StandIn {
  /** Such as http://127.0.0.1:11434, without a path. */
  url: string;
  port: number;
  asked: Asked[];
  /** Ends it as a crash does: open answers break off. */
  close(): Promise<void>;
}

/** The part of a request for a chat completion that stand-ins look at; the Responses API has `input` and `text` instead. */
const chatRequest = z.looseObject({
  model: z.string(),
  messages: z.array(z.unknown()).default([]),
  input: z.array(z.unknown()).default([]),
  max_tokens: z.number().optional(),
  response_format: z
    .looseObject({ type: z.string(), json_schema: z.looseObject({ schema: z.unknown() }).optional() })
    .optional(),
});
export type ChatRequest = z.infer<typeof chatRequest>;

/** The chat request in the body of a question. Throws for anything else. */
export function chatOf({ body }: Asked): ChatRequest {
  return chatRequest.parse(body);
}

/** Tokens of a prompt: about one for four characters. */
export function tokensOf({ messages, input }: ChatRequest): number {
  return Math.ceil(JSON.stringify([...messages, ...input]).length / 4);
}

/** A text in pieces of about a token. */
export function piecesOf(text: string): string[] {
  return text.match(/.{1,4}/gsu) ?? [];
}

/** The usage of an answer as chat completions tell it. */
export function usageOf(chat: ChatRequest, pieces: readonly string[]): object {
  const prompt = tokensOf(chat);
  const written = pieces.length;
  return { prompt_tokens: prompt, completion_tokens: written, total_tokens: prompt + written };
}

/** Answers with JSON. */
export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}

/** Sends lines of `data:` and, where it has a name, of `event:`. */
export function sendEvent(response: ServerResponse, data: object | '[DONE]', name?: string): void {
  const text = data === '[DONE]' ? data : JSON.stringify(data);
  response.write(`${name === undefined ? '' : `event: ${name}\n`}data: ${text}\n\n`);
}

/** Opens a stand-in on a port of 127.0.0.1, by default a free one. */
export async function openStandIn(play: Play, port = 0): Promise<StandIn> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      const { method = '', url = '', headers } = request;
      const question = {
        method,
        path: url,
        headers,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
      };
      asked.push(question);
      void play(question, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    port: own,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
