// Tests in real time, on an idle machine, how soon clients feel an end, a revocation and a shutdown at the usual settings.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CHANGED,
  createGeneration,
  findApiKey,
  generationEnded,
  getBatch,
  getGeneration,
  getImport,
  getMembership,
  membershipsChanged,
  REVOKED,
  sessionsRevoked,
} from '#contracts';
import { newId } from '#platform/context';
import { newApiKey } from '#platform/crypto';
import { EventReader } from '#testing/http';
import { until } from '#testing/until';
import { exampleNewBatch as RUNNING_BATCH } from '../../src/openapi/examples/batch-examples.ts';
import {
  exampleFinishedGeneration as DONE,
  exampleGeneration as RUNNING,
  exampleImportState,
} from '../../src/openapi/examples/examples.ts';
import {
  GENERATIONS,
  JSON_TYPE,
  PRODUCTS,
  startGateway,
  type GatewayEnvironment,
} from '../gateway-environment.ts';

/** Its default; what a client follows is read twice as often. */
const FALLBACK_READ_MS = 30_000;
const RUNNING_IMPORT = { ...exampleImportState, status: 'RUNNING' as const };

let gateway: GatewayEnvironment;
beforeAll(async () => {
  gateway = await startGateway({ LIMIT_READS_PER_MIN: 100_000, FALLBACK_READ_MS });
  await gateway.owners.keepLiveText();
});
afterAll(() => gateway?.close());
beforeEach(async () => {
  await gateway.owners.answerWithExamples();
  await gateway.owners.on(createGeneration, () => ({ generation: RUNNING, replayed: false }));
  await gateway.owners.on(getGeneration, () => RUNNING);
});

/** Creates a generation; its status, and how long the answer took in milliseconds. */
async function create(prefer?: string): Promise<{ status: string; ms: number }> {
  const startedAt = performance.now();
  const headers = { ...JSON_TYPE, ...(prefer !== undefined && { prefer }) };
  const response = await gateway.post(GENERATIONS, '{"applicationId":"product-title"}', headers);
  const { status } = (await response.json()) as typeof RUNNING;
  return { status, ms: performance.now() - startedAt };
}
const announceEnd = (id = RUNNING.id): void =>
  gateway.owners.notify(generationEnded, gateway.claims.wid, { id });

/** How long it takes until something is so, in milliseconds. */
async function timeUntil(what: string, look: () => boolean | Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  await until(what, look, { everyMs: 5 });
  return performance.now() - startedAt;
}

describe('Prefer: wait', () => {
  it('costs nothing when it is absent or malformed', async () => {
    for (const prefer of [undefined, 'wait=soon', 'wait=0', 'respond-async'])
      expect((await create(prefer)).ms).toBeLessThan(500);
  });

  it('answers within 600 ms of the end', async () => {
    await gateway.owners.on(getGeneration, () => DONE);
    setTimeout(announceEnd, 300);
    const { status, ms } = await create('wait=10');
    expect(status).toBe('SUCCESS');
    expect(ms).toBeGreaterThan(290);
    expect(ms).toBeLessThan(900);
  });

  it('reads every second in case the notification got lost', async () => {
    let reads = 0;
    await gateway.owners.on(getGeneration, () => ((reads += 1) === 1 ? RUNNING : DONE));
    setTimeout(() => announceEnd(newId()), 100);
    const { status, ms } = await create('wait=10');
    expect([status, reads]).toEqual(['SUCCESS', 2]);
    expect(ms).toBeGreaterThan(1900);
    expect(ms).toBeLessThan(2600);
  });

  it('ends when its time is over', async () => {
    const { status, ms } = await create('wait=2');
    expect(status).toBe('RUNNING');
    expect(ms).toBeGreaterThan(1950);
    expect(ms).toBeLessThan(2600);
  });
});

it('an API key is refused within a second of its end', async () => {
  const key = newApiKey();
  const { sub: accountId, wid: workspaceId } = gateway.claims;
  const apiKey = { id: newId(), accountId, workspaceId, scopes: ['read' as const] };
  const status = async () =>
    (await gateway.call(PRODUCTS, { headers: { authorization: `Bearer ${key}` } })).status;
  await gateway.owners.on(findApiKey, () => ({ apiKey }));
  expect(await status()).toBe(200);
  await gateway.owners.on(findApiKey, () => ({}));
  expect(await timeUntil('the key is refused', async () => (await status()) === 401)).toBeLessThan(1500);
});

describe('a stream', () => {
  const url = (origin = gateway.origin): string => `${origin}${GENERATIONS}/${RUNNING.id}/events`;

  it('ends within a second of the end of its session', async () => {
    const sid = newId();
    const reader = await EventReader.open(url(), await gateway.signer.token({ sid }));
    gateway.owners.notify(sessionsRevoked, REVOKED, { sessionIds: [sid] });
    expect(await timeUntil('it ends', () => reader.state === 'ended')).toBeLessThan(1000);
  });

  it('ends within a second of the end of its membership', async () => {
    const accountId = newId();
    const workspaceId = newId();
    const token = await gateway.signer.token({ sub: accountId, wid: workspaceId });
    const reader = await EventReader.open(url(), token);
    await gateway.owners.on(getMembership, () => ({}));
    gateway.owners.notify(membershipsChanged, CHANGED, { memberships: [{ accountId, workspaceId }] });
    expect(await timeUntil('it ends', () => reader.state === 'ended')).toBeLessThan(1000);
  });

  it.each([
    ['a generation', `${GENERATIONS}/${RUNNING.id}/events`],
    ['a batch', `${GENERATIONS}/batches/${RUNNING_BATCH.id}/events`],
    ['an import', `${PRODUCTS}/imports/${RUNNING_IMPORT.id}/events`],
  ])('of %s tells the end within 15 seconds although its notification got lost', async (_, path) => {
    await gateway.owners.on(getBatch, () => RUNNING_BATCH);
    await gateway.owners.on(getImport, () => RUNNING_IMPORT);
    const reader = await EventReader.open(`${gateway.origin}${path}`, gateway.token);
    await until('there is a snapshot', () => reader.events.length > 0);
    await gateway.owners.on(getGeneration, () => DONE);
    await gateway.owners.on(getBatch, () => ({ ...RUNNING_BATCH, status: 'COMPLETED' as const }));
    await gateway.owners.on(getImport, () => ({ ...RUNNING_IMPORT, status: 'COMPLETED' as const }));
    const ms = await timeUntil('it ends', () => reader.state === 'ended');
    expect(ms).toBeGreaterThan(10_000);
    expect(ms).toBeLessThan(16_500);
  });

  it('does not keep its gateway from stopping within 5 seconds', async () => {
    const copy = await gateway.openCopy();
    const origin = await copy.getUrl();
    for (let n = 0; n < 20; n += 1) await EventReader.open(url(origin), gateway.token);
    const startedAt = performance.now();
    await copy.close();
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});

it('waiting clients and idle connections do not keep a gateway from stopping within 3 seconds', async () => {
  const silent = connect(gateway.port, '127.0.0.1');
  const waiting = create('wait=30');
  await sleep(300);
  const startedAt = performance.now();
  await gateway.app.close();
  expect((await waiting).status).toBe('RUNNING');
  expect(performance.now() - startedAt).toBeLessThan(3000);
  silent.destroy();
});
