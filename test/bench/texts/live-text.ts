// Measures live text: from the first token of the model to the first text at the client, and many streams at once.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventReader, HttpClient } from '#testing/http';
import { until } from '#testing/until';
import { percentile } from '#testing/statistics';
import type { BenchEnvironment } from '../bench-environment.ts';

const GENERATIONS = 100;
/** Streams that are followed at the same time. */
const AT_ONCE = 10;
/** Time that the model thinks before it writes, so that its clients have opened their streams, in milliseconds. */
const THINKS_MS = 300;
/** A text that passes the quality check, so that it is written once. */
const WORDS = 'A bench is a place to sit in the garden.'.split(/(?= )/);

/** Accounts, and streams that each of them has open at the same time. */
const ACCOUNTS = 50;
const STREAMS_OF_ACCOUNT = 20;

/** A model that notes when it writes its first token. */
export interface TimedModel {
  url: string;
  /** When the model wrote the first token, by the name in its request. */
  firstTokens: Map<string, number>;
  /** Writes nothing until the function that it gives is called. */
  pause(): () => void;
  close(): void;
}

/** Starts the model. */
export async function startTimedModel(): Promise<TimedModel> {
  const firstTokens = new Map<string, number>();
  let mayWrite = Promise.resolve();
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      await Promise.all([sleep(THINKS_MS), mayWrite]);
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
  const pause = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    mayWrite = promise;
    return resolve;
  };
  return { url: `http://127.0.0.1:${port}/v1`, firstTokens, pause, close: () => server.close() };
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

/** Opens streams of as many generations that still wait for the model; gives a line with the memory of their gateway. */
export async function benchOpenStreams(
  { environment }: BenchEnvironment,
  model: TimedModel,
): Promise<string> {
  const names = Array.from({ length: ACCOUNTS }, (_, n) => `reader-${n}`);
  const people = await environment.addPeople(...names);
  const memory = async (): Promise<number> => ((await environment.memory())['gateway'] ?? NaN) / 1e6;
  const before = await memory();
  const resume = model.pause();
  const readers: EventReader[] = [];
  const open = async (): Promise<void> => {
    for (let person = people.pop(); person; person = people.pop()) {
      const { token, name } = person;
      const client = new HttpClient({ baseUrl: environment.baseUrl, token });
      for (let i = 0; i < STREAMS_OF_ACCOUNT; i += 1) {
        const id = await create(client, `${name}-${i}`);
        readers.push(await EventReader.open(`${environment.baseUrl}/generations/${id}/events`, token));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, open));
  await until('all are open', () =>
    readers.every(({ state, events }) => state === 'open' && events.length > 0),
  );
  let most = await memory();
  resume();
  const areOver = async (): Promise<boolean> => {
    most = Math.max(most, await memory());
    return readers.every(({ state }) => state !== 'open');
  };
  await until('all have ended', areOver, { withinMs: 300_000, everyMs: 200 });
  const whole = readers.filter((reader) => textOf(reader) === WORDS.join('') && reader.lastEventId === 'end');
  if (whole.length < readers.length)
    throw new Error(`${readers.length - whole.length} of ${readers.length} streams lack text.`);
  return (
    `${readers.length} streams of live text at once on one gateway, of which ${whole.length} had the whole text: ` +
    `memory of the gateway ${before.toFixed(0)} MB before, at most ${most.toFixed(0)} MB`
  );
}

/** The text that came after the snapshot. */
function textOf({ events }: EventReader): string {
  const deltas = events.filter(({ event }) => event === 'generation.output.delta');
  return deltas.map(({ data }) => (data as { delta: string }).delta).join('');
}

async function create(client: HttpClient, name: string): Promise<string> {
  const body = {
    applicationId: 'product-description',
    inputs: { keywords: [name] },
    environment: { model: 'timed:bench' },
  };
  return (await client.call<{ id: string }>('POST', '/generations', { body })).id;
}
