// A model server for tests. It speaks OpenAI chat completions over HTTP; the name of a model selects its behaviour.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A received request. */
export interface Received {
  authorization: string | undefined;
  body: {
    model: string;
    stream: boolean;
    temperature?: number;
    max_tokens?: number;
    max_completion_tokens?: number;
    messages: { role: string; content: string }[];
    response_format?: { type: string; json_schema?: { schema: object } };
    stream_options?: { include_usage: boolean };
  };
}

/** The running server. */
export interface ModelServerUnderTest {
  url: string;
  received: Received[];
  /** Number of connections that the client closed before the answer was complete. */
  hungUp: () => number;
  /** Answers of the models `says…`, in order; the last one is repeated. */
  answers: string[];
  /** Awaited by `streams` before its last piece. */
  beforeLast: Promise<unknown>;
  close(): Promise<void>;
}

type Behaviour = (
  response: ServerResponse,
  answer: string,
  beforeLast: Promise<unknown>,
  body: Received['body'],
) => void | Promise<void>;

/** Answers, but does otherwise when it is to put an answer right. */
const inRepairs =
  (otherwise: Behaviour): Behaviour =>
  (response, answer, beforeLast, body) => {
    const isRepair = body.messages.some(({ role }) => role === 'assistant');
    return (isRepair ? otherwise : finish('stop'))(response, answer, beforeLast, body);
  };

/** Refuses a request with the message that `fault` gives for it. */
const strict =
  (fault: (body: Received['body']) => string | undefined): Behaviour =>
  (response, answer, beforeLast, body) => {
    const message = fault(body);
    const behaviour =
      message === undefined ? finish('stop') : refuse(400, { message, type: 'invalid_request_error' });
    return behaviour(response, answer, beforeLast, body);
  };

const refuse =
  (status: number, error: object, headers: Record<string, string> = {}): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error }));
  };

function chunk(response: ServerResponse, delta: object, finish: string | null = null): void {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  response.write(
    `data: ${JSON.stringify({ id: 'c', created: 0, object: 'chat.completion.chunk', choices })}\n\n`,
  );
}

function start(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  chunk(response, { role: 'assistant', content: '' });
  if (text) chunk(response, { content: text });
}

const finish =
  (reason: string, text?: string): Behaviour =>
  (response, answer) => {
    start(response, text ?? answer);
    end(response, reason);
  };

function end(response: ServerResponse, reason: string): void {
  chunk(response, {}, reason);
  const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
  response.write(`data: ${JSON.stringify({ id: 'c', created: 0, choices: [], usage })}\n\n`);
  response.end('data: [DONE]\n\n');
}

/** The answer, then perhaps something odd, and then the last line of the answer again and again. */
const repeat =
  (odd = ''): Behaviour =>
  async (response, answer) => {
    start(response, answer);
    response.write(odd);
    while (!response.destroyed) {
      chunk(response, { content: `${answer.split('\n').at(-1)}\n` });
      await sleep(5);
    }
  };

/** The behaviours by model name. */
export const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  says: finish('stop'),
  'says-fenced': (response, answer, beforeLast, body) =>
    finish('stop', `\`\`\`json\n${answer}\n\`\`\``)(response, '', beforeLast, body),
  'says-without-usage': (response, answer) => {
    start(response, answer);
    chunk(response, {}, 'stop');
    response.end('data: [DONE]\n\n');
  },
  'rate-limited': refuse(
    429,
    { message: 'Slow down', code: 'rate_limit_exceeded', type: 'requests' },
    { 'retry-after': '2' },
  ),
  'rate-limited-long': refuse(
    429,
    { message: 'Slow down', code: 'rate_limit_exceeded' },
    { 'retry-after': '600' },
  ),
  'no-quota': refuse(429, {
    message: 'You exceeded your current quota',
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  }),
  unpaid: refuse(402, { message: 'Payment required' }),
  down: refuse(503, { message: 'Overloaded', type: 'server_error' }),
  'bad-key': refuse(401, { message: 'Incorrect API key provided: sk-secret', code: 'invalid_api_key' }),
  forbidden: refuse(403, { message: 'No' }),
  gone: refuse(404, { message: 'The model does not exist', code: 'model_not_found' }),
  'too-long': refuse(400, {
    message: 'maximum context length is 8192 tokens',
    code: 'context_length_exceeded',
  }),
  filtered: refuse(400, { message: 'Filtered', code: 'content_filter' }),
  rejecting: refuse(400, { message: "Unsupported value: 'stream'", type: 'invalid_request_error' }),
  'filters-repairs': inRepairs(refuse(400, { message: 'Filtered', code: 'content_filter' })),
  'garbles-repairs': inRepairs(finish('stop', '{"results": [oops')),
  'hangs-in-repairs': inRepairs(() => undefined),
  // As DeepSeek.
  'takes-8192': strict(({ max_tokens: most = 0 }) =>
    most > 8192 ? 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]' : undefined,
  ),
  'takes-no-less': strict(({ max_tokens: most }) => `max_tokens must be at most 8192, not ${most}`),
  // As models of OpenAI that think, which also take no temperature.
  thinks: strict(({ max_tokens: most, temperature }) => {
    if (most !== undefined)
      return "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    return temperature === undefined || temperature === 1
      ? undefined
      : `Unsupported value: 'temperature' does not support ${temperature} with this model. Only the default (1) value is supported.`;
  }),
  'shares-its-room': strict(
    () => 'Input tokens (4500) + max_tokens (12288) must not exceed 16000 for model-2026-08-07.',
  ),
  'takes-both-or-none': strict(() => '`temperature` and `top_k` must be set together.'),
  'takes-no-temperature': strict(({ temperature }) =>
    temperature === undefined ? undefined : '`temperature` is not supported by this model',
  ),
  refuses: finish('content_filter', ''),
  // Three characters every 20 ms.
  streams: async (response, answer, beforeLast) => {
    start(response, '');
    const pieces = answer.match(/.{1,3}/gsu) ?? [];
    for (const [place, content] of pieces.entries()) {
      if (place === pieces.length - 1) await beforeLast;
      chunk(response, { content });
      await sleep(20);
    }
    end(response, 'stop');
  },
  cut: finish('length', 'Half a sen'),
  'says-cut': finish('length'),
  repeats: repeat(),
  'goes-on-oddly': repeat('data: {"choices":"oops"}\n\n'),
  'goes-on-failing': repeat('data: {"error":{"message":"Overloaded","type":"server_error"}}\n\n'),
  'says-eos': finish('eos'),
  // As Foundry Local and some others.
  'says-oddly': (response, answer) => {
    start(response, '');
    const choices = [{ index: 0, delta: { content: answer }, finish_reason: 'stop' }];
    response.write(`data: ${JSON.stringify({ id: 'c', created: 0, choices, error: null })}\n\n`);
    const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
    response.end(`data: ${JSON.stringify({ id: 'c', created: 0, usage })}\n\ndata: [DONE]\n\n`);
  },
  'cut-json': finish('length', '{"results":[{"te'),
  'bad-json': finish('stop', '{"results": [oops'),
  'other-json': finish('stop', '{"answer": 42}'),
  empty: finish('stop', ''),
  // Ten megabytes, as fast as the client reads.
  floods: (response) => {
    start(response, '');
    let left = 160;
    const more = (): void => {
      if (response.destroyed) return;
      if ((left -= 1) < 0) end(response, 'stop');
      else {
        chunk(response, { content: 'many words '.repeat(6000) });
        setImmediate(more);
      }
    };
    more();
  },
  'no-utf8': (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(Buffer.from([0xff, 0xfe, 0x64, 0x61, 0x74, 0x61, 0x3a, 0x20, 0xc3, 0x28, 0x0a, 0x0a]));
  },
  'calls-a-tool': (response) => {
    start(response, '');
    const call = {
      index: 0,
      id: 'call-1',
      type: 'function',
      function: { name: 'delete_all', arguments: '{}' },
    };
    chunk(response, { tool_calls: [call] });
    end(response, 'tool_calls');
  },
  breaks: (response) => {
    start(response, 'Some words and then');
    setTimeout(() => response.destroy(), 50);
  },
  'ends-early': (response) => {
    start(response, 'Some words and then');
    response.end();
  },
  'fails-midway': (response) => {
    start(response, 'Some words and then');
    response.write(`data: ${JSON.stringify({ error: { message: 'Overloaded', type: 'server_error' } })}\n\n`);
    response.end('data: [DONE]\n\n');
  },
  html: (response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Sign in</title>');
  },
  garbled: (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('data: {"choices": [oops\n\n');
  },
  'says-one-line': (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: {"choices": "${'x'.repeat(3_000_000)}`);
  },
  'counts-oddly': (response, answer) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const choices = [{ index: 0, delta: { role: 'assistant', content: answer }, finish_reason: 'stop' }];
    const usage = { prompt_tokens: -5, completion_tokens: 12.5, total_tokens: 1e300 };
    const said = JSON.stringify({ id: 'c', created: 0, model: 'm\0', choices, usage });
    response.end(`data: ${said}\n\ndata: [DONE]\n\n`);
  },
  // As xAI, whose completion is without what the model thought.
  'counts-thoughts': (response, answer) => {
    start(response, answer);
    chunk(response, {}, 'stop');
    const completion_tokens_details = { reasoning_tokens: 386 };
    const usage = { prompt_tokens: 12, completion_tokens: 1, total_tokens: 399, completion_tokens_details };
    response.end(`data: ${JSON.stringify({ id: 'c', created: 0, choices: [], usage })}\n\ndata: [DONE]\n\n`);
  },
  hangs: () => undefined,
  'hangs-midway': (response) => start(response, 'Some words and then'),
};

/** Starts the server on a free port. */
export async function startModelServer(): Promise<ModelServerUnderTest> {
  const received: Received[] = [];
  const answers: string[] = [];
  let hangUps = 0;
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    response.on('close', () => {
      if (!response.writableEnded) hangUps += 1;
    });
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as Received['body'];
      received.push({ authorization: request.headers.authorization, body });
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? '';
      void BEHAVIOURS[body.model]?.(response, answer, running.beforeLast, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const running: ModelServerUnderTest = {
    url: `http://127.0.0.1:${port}/v1`,
    received,
    answers,
    beforeLast: Promise.resolve(),
    hungUp: () => hangUps,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return running;
}
