// The places of model servers on a real Redis: how many there are, who gets the next one, and when one is free again.
import { rm } from 'node:fs/promises';
import { GENERATION_QUEUE, modelNotes, modelServer } from '#contracts';
import { Redis } from '#platform/redis';
import { LlamaCpp, openStandIn } from '#testing/model-servers';
import { freePort, loadSecrets, startRedis, temporaryFolder, type RedisServer } from '#testing/servers';
import { until } from '#testing/until';
import { ModelPlacesClient, ModelServersClient } from '../src/models/index.ts';

const HELD_MS = 900;
const MODEL = 'narrow:tiny';

let dir: string;
let redis: RedisServer;
let clients: ModelPlacesClient[];
let number = 0;

beforeAll(async () => {
  dir = await temporaryFolder('model-places');
  redis = await startRedis({ dir, secrets: await loadSecrets(dir) });
  const narrow = { baseURL: 'http://127.0.0.1:1/v1', models: ['tiny'] };
  const servers = [
    { ...narrow, name: 'narrow', concurrency: 1 },
    { ...narrow, name: 'wide' },
    { ...narrow, name: 'limited', retries: 2 },
  ];
  const config = {
    MODEL_SERVERS: servers.map((one) => modelServer.parse(one)),
    REDIS_URL: redis.url('generation-worker'),
  };
  clients = [new ModelPlacesClient(config, HELD_MS), new ModelPlacesClient(config, HELD_MS)];
  const holder = job();
  const [one, other] = both();
  await until('a worker has the place', async () => (await one.enter(MODEL, holder)) === 0);
  const passer = job();
  await until('the other one is connected', async () => (await other.enter('wide:tiny', passer)) === 0);
  await other.leave(passer);
});
afterAll(async () => {
  for (const client of clients) client.onApplicationShutdown();
  await redis.stop();
  await rm(dir, { recursive: true, force: true });
});

function job(priority = 1): { queue: string; id: string; priority: number } {
  number += 1;
  return { queue: GENERATION_QUEUE, id: `gen-${number}`, priority };
}

/** The two workers. */
function both(): [ModelPlacesClient, ModelPlacesClient] {
  const [one, other] = clients;
  if (!one || !other) throw new Error('There are two workers.');
  return [one, other];
}

it('a place is renewed while its worker lives, and free again once that has died', async () => {
  const [one, other] = both();
  const later = job(2); // the first one has the place since `beforeAll`
  const goneAt = performance.now() + 2 * HELD_MS;
  while (performance.now() < goneAt) expect(await other.enter(MODEL, later)).toBeGreaterThan(0);
  one.onApplicationShutdown(); // it renews no more, and has not given its place back
  await until('the place is free', async () => (await other.enter(MODEL, later)) === 0);
  await other.leave(later);
});

it('the next place goes to the smallest priority, whoever asks first', async () => {
  const [, other] = both();
  const holder = job();
  expect(await other.enter(MODEL, holder)).toBe(0);
  const last = job(9);
  const first = job(3);
  expect(await other.enter(MODEL, last)).toBeGreaterThan(0);
  expect(await other.enter(MODEL, first)).toBeGreaterThan(0);
  await other.leave(holder);
  expect(await other.enter(MODEL, last)).toBeGreaterThan(0);
  expect(await other.enter(MODEL, first)).toBe(0);
  await other.leave(first);
  expect(await other.enter(MODEL, last)).toBe(0);
  await other.leave(last);
});

it('a job that waits gets its turn although there are newcomers, which join a little behind the next one', async () => {
  const [, other] = both();
  const noted = new Redis(redis.url('generations'));
  const next = async () =>
    Number(
      (await noted.zrange(`bull:${GENERATION_QUEUE}:${modelNotes.waiting('narrow')}`, 0, 0, 'WITHSCORES'))[1],
    );
  const waiter = job(399);
  let holder = job(1);
  let newcomer = job(199);
  expect(await other.enter(MODEL, holder)).toBe(0);
  let turns = 0;
  for (let hasTurn = false; !hasTurn; turns += 1) {
    expect(await other.enter(MODEL, waiter)).toBeGreaterThan(0);
    expect(await other.enter(MODEL, newcomer)).toBeGreaterThan(0);
    const first = await next();
    await other.leave(holder);
    hasTurn = (await other.enter(MODEL, waiter)) === 0;
    if (!hasTurn) expect(await other.enter(MODEL, newcomer)).toBe(0);
    holder = hasTurn ? waiter : newcomer;
    newcomer = job(first + 198);
  }
  expect(turns).toBeLessThan(4);
  await other.leave(holder);
  noted.disconnect();
});

it('a job that does not come back is forgotten, and holds up nobody', async () => {
  const [, other] = both();
  const holder = job();
  const lost = job(1);
  const next = job(5);
  expect(await other.enter(MODEL, holder)).toBe(0);
  expect(await other.enter(MODEL, lost)).toBeGreaterThan(0);
  await other.leave(holder);
  expect(await other.enter(MODEL, next)).toBeGreaterThan(0);
  await until('the next one has the place', async () => (await other.enter(MODEL, next)) === 0);
  await other.leave(next);
});

it('a job that has a place and asks again, as one does whose answer was lost, does not wait for itself', async () => {
  const [, other] = both();
  const holder = job();
  expect(await other.enter(MODEL, holder)).toBe(0);
  expect(await other.enter(MODEL, holder)).toBe(0);
  expect(await other.enter(MODEL, job())).toBeGreaterThan(0);
  await other.leave(holder);
});

it('a job that Redis answers too late asks again, and is not left noted as blocked', async () => {
  const [, other] = both();
  const late = job();
  const noted = new Redis(redis.url('generations'));
  const isBlocked = async () =>
    (await noted.zscore(`bull:${GENERATION_QUEUE}:models:blocked`, late.id)) !== null;
  await other.pause(MODEL, 4000);
  await redis.kill('SIGSTOP');
  expect(await other.enter(MODEL, late)).toBeGreaterThanOrEqual(1000);
  await redis.kill('SIGCONT');
  await until('Redis has noted it', isBlocked);
  await until('it has a place', async () => (await other.enter(MODEL, late)) === 0);
  expect(await isBlocked()).toBe(false);
  await other.leave(late);
  other.resume(MODEL);
  noted.disconnect();
});

it('refusals that come together pause a model once, and an answer after the pause forgets them', async () => {
  const [, other] = both();
  const pauses = await Promise.all([1, 2, 3, 4].map(() => other.pause(MODEL)));
  for (const pause of pauses) expect(pause).toBeLessThanOrEqual(1200);
  const waiting = job();
  other.resume(MODEL); // an answer to a call that began before them
  expect(await other.enter(MODEL, waiting)).toBeGreaterThan(500);
  await until('it may go on', async () => (await other.enter(MODEL, waiting)) === 0);
  other.resume(MODEL);
  expect(await other.pause(MODEL)).toBeLessThanOrEqual(1200);
  await other.leave(waiting);
});

it('a pause is as long as the server asks, up to a minute', async () => {
  const [, other] = both();
  expect(await other.pause(MODEL, 20_000)).toBeGreaterThanOrEqual(19_000);
  expect(await other.pause(MODEL, 3_600_000)).toBeGreaterThanOrEqual(59_000);
  expect(await other.pause(MODEL, 3_600_000)).toBeLessThanOrEqual(72_000);
});

it('a worker finds out which servers answer, once somebody has asked for the models', async () => {
  const llamaCpp = new LlamaCpp();
  llamaCpp.key = 'secret'; // it answers, which is all that counts
  const standIn = await openStandIn(llamaCpp.play);
  const models = ['tiny'];
  const servers = [
    { name: 'there', baseURL: `${standIn.url}/v1`, models },
    { name: 'away', baseURL: `http://127.0.0.1:${await freePort()}/v1`, models },
  ].map((server) => modelServer.parse(server));
  const client = new ModelServersClient({
    MODEL_SERVERS: servers,
    REDIS_URL: redis.url('generation-worker'),
  });
  const other = new Redis(redis.url('generations'));
  const key = (name: string): string => `bull:generations:${name}`;
  await until('Redis is connected', () =>
    client
      .look()
      .then(() => true)
      .catch(() => false),
  );
  expect(standIn.asked).toEqual([]);
  await until('it is noted', () => other.set(key('models:asked-at'), Date.now()).catch(() => false));
  await client.look();
  await client.look();
  expect(standIn.asked.map(({ path }) => path)).toEqual(['/v1/models']); // what was found out is fresh
  expect(Number(await other.get(key('models:tried-at:there')))).toBeGreaterThan(0);
  expect(Number(await other.get(key('models:tried-at:away')))).toBeLessThan(0);
  client.onApplicationShutdown();
  other.disconnect();
  await standIn.close();
});

it('a model that nobody has named has no limit', async () => {
  const [, other] = both();
  for (const one of [job(), job()]) expect(await other.enter('offline:composer-1', one)).toBe(0);
});

it.each(['wide:tiny', 'limited:tiny'])(
  '%s has one place from a call in vain to its next word',
  async (model) => {
    const [, other] = both();
    const jobs = [job(), job(), job()] as const;
    const places = async () =>
      (await Promise.all(jobs.map((one) => other.enter(model, one)))).filter((wait) => wait === 0);
    expect(await places()).toHaveLength(3);
    await other.narrow(model);
    for (const one of jobs) await other.leave(one);
    expect(await places()).toHaveLength(1);
    await other.narrow(model); // another call that has ended in vain
    const beside = job();
    expect(await other.enter(model, beside)).toBeGreaterThan(0);
    expect(await other.enter(`${model}-other`, beside)).toBe(0);
    await other.leave(beside);
    other.resume(model);
    expect(await places()).toHaveLength(3);
    for (const one of jobs) await other.leave(one);
  },
);
