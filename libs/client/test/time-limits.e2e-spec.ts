// Tests how long the client waits for an answer, over real HTTP.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Shelfscribe } from '../src/index.ts';
import { inTurn, json, ScriptedServer } from './scripted-server.ts';

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
