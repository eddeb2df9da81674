// Measures live text: from the first token of the model to the first text at the client.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventReader, type HttpClient } from '#testing/http';
import { until } from '#testing/until';
import { percentile } from './report.ts';
import type { BenchEnvironment } from './bench-environment.ts';

const GENERATIONS = 100;
/** Streams that are followed at the same time. */
const AT_ONCE = 10;
/** Time that the model thinks before it writes, so that its clients have opened their streams, in milliseconds. */
const THINKS_MS = 300;
const WORDS = 'A garden bench of solid oak that seats two people'.split(/(?= )/);

/** A model that notes when it writes its first token. */
export interface TimedModel {
  url: string;
  /** When the model wrote the first token, by the text of its request. */
  firstTokens: Map<string, number>;
  close(): void;
}

/** Starts the model. */
export async function startTimedModel(): Promise<TimedModel> {
  const firstTokens = new Map<string, number>();
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      await sleep(THINKS_MS);
      const name = /bench-\d+/.exec(body)?.[0] ?? '';
      if (!firstTokens.has(name)) firstTokens.set(name, performance.now());
      for (const content of WORDS) {
        write(response, { content });
        await sleep(20);
      }
      write(response, {}, 'stop');
      response.end('data: [DONE]\n\n');
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, firstTokens, close: () => server.close() };
}

function write(response: ServerResponse, delta: object, finish: string | null = null): void {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const chunk = { id: 'c', created: 0, model: 'timed', object: 'chat.completion.chunk', choices };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

/** Follows generations, and gives a line with the times from the first token to the first text. */
export async function benchLiveText(
  { environment, person, client }: BenchEnvironment,
  model: TimedModel,
): Promise<string> {
  const times: number[] = [];
  let next = 0;
  const follow = async (): Promise<void> => {
    while (next < GENERATIONS) {
      const name = `bench-${(next += 1)}`;
      const id = await create(client, name);
      const url = `${environment.baseUrl}/generations/${id}/events`;
      const reader = await EventReader.open(url, person.token);
      await until('the generation has ended', () => reader.state !== 'open');
      const first = reader.events.find(({ event }) => event === 'generation.output.delta');
      times.push((first?.at ?? NaN) - (model.firstTokens.get(name) ?? NaN));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, follow));
  return `first live text, from the model's first token to the client, ${AT_ONCE} at once: p50 ${percentile(times, 50).toFixed(0)} ms, p95 ${percentile(times, 95).toFixed(0)} ms`;
}

async function create(client: HttpClient, name: string): Promise<string> {
  const body = {
    applicationId: 'product-description',
    inputs: { keywords: [name] },
    environment: { model: 'timed:bench' },
  };
  return (await client.call<{ id: string }>('POST', '/generations', { body })).id;
}
