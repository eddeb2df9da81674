// Tests that a wait for the end of a generation leaves nothing when it is over: no place, and nothing in memory.
import { getEventListeners } from 'node:events';
import { connect } from 'node:net';
import { mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGeneration, getGeneration, getMembership } from '#contracts';
import { newId } from '#platform/context';
import { until } from '#testing/until';
import { WaitingGenerationsService } from '../src/generations/waiting-generations.service.ts';
import { exampleGeneration } from '../src/openapi/examples/examples.ts';
import {
  GENERATIONS,
  JSON_TYPE,
  servedBy,
  startGateway,
  untilRead,
  type GatewayEnvironment,
} from './gateway-environment.ts';

/** Age at which roles are read again, in milliseconds. */
const ROLE_MS = 100;
const BODY = '{"applicationId":"product-title"}';
let gateway: GatewayEnvironment;
/** Number of creations that reached the owner. */
let creations = 0;
beforeAll(async () => {
  // One place for a holder.
  gateway = await startGateway({ IN_FLIGHT_MAX: 8, WAIT_READ_MS: 3_600_000, FALLBACK_READ_MS: ROLE_MS });
  await gateway.owners.on(getGeneration, () => exampleGeneration);
  await gateway.owners.on(createGeneration, () => {
    creations += 1;
    return { generation: exampleGeneration, replayed: false };
  });
});
afterAll(() => gateway?.close());
afterEach(() => mock.restoreAll());

/** Waits for 10 ms in a workspace. */
function waitIn(workspaceId: string): Promise<object> {
  const actor = { accountId: newId(), workspaceId, sessionId: newId() };
  const wait = { seconds: 0.01, clientGone: new AbortController().signal };
  const service = gateway.app.get(WaitingGenerationsService, { strict: false });
  return service.create({ actor, body: { applicationId: 'product-title' } }, wait);
}

/** True when a request with `Prefer: wait` gets a place. */
async function isApplied(): Promise<boolean> {
  const headers = { ...JSON_TYPE, prefer: 'wait=1' };
  const response = await gateway.call(GENERATIONS, { method: 'POST', body: BODY, headers });
  return response.headers.has('preference-applied');
}

it('a wait that cannot subscribe to the end keeps its place for others', async () => {
  for (let n = 0; n < 4; n += 1) await expect(waitIn('no subject')).rejects.toThrow('subject');
  expect(await isApplied()).toBe(true);
});

it('a wait that is over listens to nothing any more: Node keeps a composite signal with a listener in memory', async () => {
  const any = AbortSignal.any.bind(AbortSignal);
  const composite: AbortSignal[] = [];
  mock.method(AbortSignal, 'any', (sources: AbortSignal[]) => {
    const signal = any(sources);
    composite.push(signal);
    return signal;
  });
  await waitIn(newId());
  expect(composite).toHaveLength(1);
  expect(getEventListeners(composite[0]!, 'abort')).toEqual([]);
});

it('a client that hung up before its wait began holds no place', async () => {
  const served = servedBy(gateway.app);
  const head = `POST ${GENERATIONS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${gateway.token}\r\nPrefer: wait=60\r\n`;
  const typed = `Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n`;
  const client = connect(gateway.port, '127.0.0.1');
  client.write(head + typed);
  await untilRead(served, 1, head.length + typed.length);
  await sleep(2 * ROLE_MS); // so that the role is asked for again when the body is there
  const asked = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  await gateway.owners.on(getMembership, async () => {
    asked.resolve();
    await closed.promise;
    return { role: 'owner' as const };
  });
  const before = creations;
  client.write(BODY);
  await asked.promise;
  client.destroy();
  await until('the gateway has noticed it', () => served[0]?.closed);
  closed.resolve();
  await until('its generation is created', () => creations > before);
  await until('its place is free', isApplied, { withinMs: 40_000 }); // after 60 s it would be free anyway
});
