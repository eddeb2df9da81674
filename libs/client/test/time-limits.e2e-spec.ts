// Tests how long the client waits for an answer and before a repeat, over real HTTP.
import type { ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Shelfscribe } from '../src/index.ts';
import { inTurn, json, refuse, ScriptedServer } from './scripted-server.ts';

let server: ScriptedServer;
beforeEach(async () => {
  server = await ScriptedServer.open();
});
afterEach(() => server.close());

const within = (timeoutMs: number): Shelfscribe =>
  new Shelfscribe({ baseUrl: `${server.origin}/base`, coreUrl: `${server.origin}/core`, timeoutMs });

it('a call has a time limit, which `Prefer: wait` extends', async () => {
  server.answer = inTurn(
    () => undefined,
    (_, response) => json(response, 200, { products: [] }),
  );
  const hurried = within(500);
  await hurried.listProducts();
  expect(server.received).toHaveLength(2);
  server.answer = () => undefined;
  await expect(hurried.acceptGeneration({ path: { id: '1' }, body: {} })).rejects.toThrow(
    'No answer within 500 ms.',
  );
  server.answer = (_, response) => void setTimeout(() => json(response, 201, { id: '1' }), 800);
  await hurried.createGeneration({
    body: { applicationId: 'product-title' },
    headers: { Prefer: 'wait=20' },
  });
  expect(server.received.at(-1)?.headers['prefer']).toBe('wait=20');
});

it('an export has no time limit once it has begun, also as JSON Lines, and JSON has one to its end', async () => {
  const begin = (response: ServerResponse, type: string): ServerResponse =>
    response.writeHead(200, { 'content-type': type });
  const hurried = within(500);
  server.answer = (_, response) => {
    begin(response, 'application/jsonl; charset=utf-8').write('{"id":"1"}\n');
    setTimeout(() => response.end('{"id":"2"}\n'), 1000);
  };
  const { data } = await hurried.exportProducts({ query: { format: 'jsonl' }, parseAs: 'blob' });
  expect(await (data as unknown as Blob).text()).toBe('{"id":"1"}\n{"id":"2"}\n');
  server.answer = inTurn(
    (_, response) => void begin(response, 'Application/JSON ; charset=utf-8').write('{"products"'),
    (_, response) => json(response, 200, { products: [] }),
  );
  expect((await hurried.listProducts()).data).toEqual({ products: [] });
});

it('a call keeps its time limit, however often memory is tidied meanwhile', async () => {
  server.answer = () => undefined;
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const collecting = setInterval(collect, 10);
  const hurried = within(300);
  const calls = Array.from({ length: 5 }, () => hurried.rejectGeneration({ path: { id: '1' }, body: {} }));
  const ends = await Promise.allSettled(calls).finally(() => clearInterval(collecting));
  expect(ends.map((end) => end.status === 'rejected' && String(end.reason))).toEqual(
    Array(5).fill(expect.stringContaining('No answer within 300 ms.')),
  );
});

it('a call waits as long as Retry-After says, and not for what takes too long', async () => {
  const client = within(5000);
  server.answer = inTurn(
    (_, response) => refuse(response, 429, 'TooManyRequests', { 'retry-after': '1' }),
    (_, response) => json(response, 200, { products: [] }),
  );
  const startedAt = performance.now();
  await client.listProducts();
  expect(performance.now() - startedAt).toBeGreaterThan(1000);
  server.answer = (_, response) => refuse(response, 429, 'QuotaExceeded', { 'retry-after': '600' });
  const refused = { code: 'QuotaExceeded', retryAfter: 600 };
  await expect(client.createGeneration({ body: { applicationId: 'product-title' } })).rejects.toMatchObject(
    refused,
  );
});

it('a call ends after four tries, or when its caller gives up', async () => {
  const client = within(5000);
  server.answer = (_, response) => refuse(response, 503, 'Unavailable', { 'retry-after': '0' });
  await expect(client.listProducts()).rejects.toMatchObject({ status: 503 });
  expect(server.received).toHaveLength(4);
  const caller = new AbortController();
  server.answer = () => caller.abort(new Error('the caller gave up'));
  await expect(client.listProducts({ signal: caller.signal })).rejects.toThrow('the caller gave up');
  expect(server.received).toHaveLength(5);
});
