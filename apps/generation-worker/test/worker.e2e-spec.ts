// The whole worker on a real queue and bus; a service of this test plays the owner of the generations.
import type { INestApplicationContext } from '@nestjs/common';
import { GENERATION_QUEUE, generationCancelled, PEOPLE_QUEUE } from '#contracts';
import { Bus } from '#platform/messaging';
import { until } from '#testing/until';
import type { Story } from './generation-owner.ts';
import { configSchema, placesOf } from '../src/config.ts';
import { BEHAVIOURS, startModelServer, type ModelServerUnderTest } from './model-server.ts';
import { taskFor } from './tasks.ts';
import { sequence, WorkerStack } from './worker-stack.ts';

/** The usage of a call that was refused. */
const NOTHING = { inputTokens: 0, outputTokens: 0, calls: 1, partial: true };
const REFUSED = expect.objectContaining(NOTHING) as object;
/** The usage of a call that was aborted: about what its prompt took, and what it had answered until then. */
const ABORTED = expect.objectContaining({
  ...NOTHING,
  inputTokens: expect.any(Number),
  outputTokens: expect.any(Number),
}) as object;

let stack: WorkerStack;
let models: ModelServerUnderTest;
let worker: INestApplicationContext;

beforeAll(async () => {
  stack = await WorkerStack.start();
  models = await startModelServer();
  worker = await startWorker();
});

afterAll(async () => {
  await worker.close();
  await stack.stop();
  await models.close();
});

/** A few repetitions only, so that a test of a server that refuses for good comes to its end. */
function startWorker(): Promise<INestApplicationContext> {
  const names = Object.keys(BEHAVIOURS);
  const server = { baseURL: models.url, models: names };
  return stack.startWorker([
    { ...server, name: 'test', retries: 2 },
    { ...server, name: 'strict', retries: 0 },
    { ...server, name: 'narrow', concurrency: 1 },
  ]);
}

function begin(
  model: string,
  told: Partial<Story> = {},
  attempts = 3,
): Promise<{ id: string; story: Story }> {
  return stack.begin(taskFor('product-description', { model }), told, attempts);
}

const ended = (id: string) => () => stack.hasEnded(id);

describe('the generation worker', () => {
  it('claims, writes and finishes a generation', async () => {
    const { id, story } = await begin('offline:composer-1');
    await until('its job ends', ended(id));
    expect(sequence(story)).toEqual(['claim', 'finish']);
    expect(story.outcome).toMatchObject({ status: 'SUCCESS', resultType: 'TEXT' });
  });

  it('ends the job when there is nothing to do, and delays it while another worker holds the lease', async () => {
    const idle = await begin('offline:composer-1', { before: [{ state: 'nothing' }] });
    const busy = await begin('offline:composer-1', { before: [{ state: 'busy', retryAfterMs: 400 }] }, 1);
    await until('both jobs end', async () => (await ended(idle.id)()) && (await ended(busy.id)()));
    expect(sequence(idle.story)).toEqual(['claim']);
    expect(sequence(busy.story)).toEqual(['claim', 'claim', 'finish']);
    const [first, second] = busy.story.events;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(390);
    expect(new Set(busy.story.workers).size).toBe(2);
  });

  it('keeps a place for generations that a person waits for while all others are taken', async () => {
    const calls = models.received.length;
    const { [GENERATION_QUEUE]: places = 0 } = placesOf(configSchema.parse({}).GENERATION_CONCURRENCY);
    const slow = await Promise.all(Array.from({ length: places }, () => begin('test:hangs-midway')));
    await until('all places are taken', () => models.received.length === calls + places);
    const waiting = await begin('offline:composer-1');
    await stack.beginForPerson(waiting.id);
    await until('it is written', () => waiting.story.outcome !== undefined);
    expect(await ended(waiting.id)()).toBe(false); // its first job still waits, and will find nothing to do
    waiting.story.before.push({ state: 'nothing' });
    for (const { id } of slow) stack.owner.get(Bus).notify(generationCancelled, id, { id });
    await until('its first job ends', ended(waiting.id));
    expect(sequence(waiting.story)).toEqual(['claim', 'finish', 'claim']);
  });

  it('leaves what is left after one try for a person to the first job', async () => {
    const { id, story } = await begin('test:rate-limited', {
      before: [{ state: 'busy', retryAfterMs: 60_000 }],
    });
    await until('the first job waits', () => story.events.length === 1);
    await stack.beginForPerson(id);
    await until('the try ends', () => stack.hasEndedForPerson(id));
    expect(sequence(story)).toEqual(['claim', 'claim', 'release']);
    expect(story.outcome).toBeUndefined();
  });

  it('calls a model server that is full for nobody, and goes on for a person once it has room', async () => {
    const holding = await begin('narrow:hangs-midway');
    await until('the only place is taken', () => sequence(holding.story).includes('claim'));
    const { id, story } = await begin('narrow:says');
    await stack.beginForPerson(id);
    await until('its second job waits for a place', async () => (await stack.waiting(PEOPLE_QUEUE)) === 1);
    expect(sequence(story)).toEqual([]);
    story.before.push({ state: 'busy', retryAfterMs: 60_000 }); // whichever job comes first leaves it to the other one
    stack.owner.get(Bus).notify(generationCancelled, holding.id, { id: holding.id });
    await until('it is written', () => story.outcome !== undefined);
  });

  it('gives the lease back before each retry, waits as the server asks, and fails with the code in the end', async () => {
    const { id, story } = await begin('test:rate-limited');
    await until('its job ends', ended(id));
    expect(sequence(story)).toEqual(['claim', 'release', 'claim', 'release', 'claim', 'finish']);
    expect(story.attempts).toEqual(Array(2).fill({ usage: REFUSED, errorCode: 'ModelRateLimited' }));
    expect(story.outcome).toEqual({ status: 'FAILED', errorCode: 'ModelRateLimited', usage: REFUSED });
    const took = (story.events.at(-1)?.at ?? 0) - (story.events[0]?.at ?? 0);
    expect(took).toBeGreaterThanOrEqual(3900);
  });

  it('repeats no call to a server for which that is forbidden', async () => {
    const { id, story } = await begin('strict:down');
    await until('its job ends', ended(id));
    expect(sequence(story)).toEqual(['claim', 'finish']);
    expect(story.outcome).toMatchObject({ status: 'FAILED', errorCode: 'ModelUnavailable' });
  });

  it('retries once after an empty answer, and never after a final error', async () => {
    const slip = await begin('test:empty');
    const final = await begin('test:bad-key');
    await until('both jobs end', async () => (await ended(slip.id)()) && (await ended(final.id)()));
    expect(sequence(slip.story)).toEqual(['claim', 'release', 'claim', 'finish']);
    expect(slip.story.outcome).toMatchObject({
      status: 'FAILED',
      errorCode: 'InvalidModelOutput',
      usage: { calls: 1 },
    });
    expect(sequence(final.story)).toEqual(['claim', 'finish']);
    expect(final.story.outcome).toMatchObject({
      status: 'FAILED',
      errorCode: 'ModelAuthenticationFailed',
      usage: { calls: 1 },
    });
  });

  it('renews its lease while a model is slow, until the deadline', async () => {
    const { id, story } = await begin('test:hangs-midway', { leaseMs: 300, remainingMs: 2500 });
    await until('its job ends', ended(id));
    expect(sequence(story).filter((what) => what === 'renew').length).toBeGreaterThanOrEqual(6);
    expect(sequence(story).filter((what) => what !== 'renew')).toEqual(['claim', 'finish']);
    expect(story.outcome).toMatchObject({
      status: 'FAILED',
      errorCode: 'DeadlineExceeded',
      usage: { calls: 1 },
    });
  });

  it('stops as soon as its lease is lost, and reports no outcome', async () => {
    const before = models.hungUp();
    const { id, story } = await begin('test:hangs-midway', { leaseMs: 3000, held: false });
    await until('it hangs up', () => models.hungUp() > before);
    story.before.push({ state: 'nothing' });
    await until('its job ends', ended(id));
    expect(sequence(story)).toEqual(['claim', 'renew', 'release', 'claim']);
    expect(story.attempts).toEqual([{ usage: ABORTED }]);
  });

  it('stops at once when its generation is cancelled, tells what it used, and claims nothing again', async () => {
    const before = models.hungUp();
    const calls = models.received.length;
    const { id, story } = await begin('test:hangs-midway');
    const other = await begin('test:hangs-midway');
    await until('both are written', () => models.received.length === calls + 2);
    // Nothing else would end it: its deadline is a minute away, and its next renewal up to twenty minutes.
    stack.owner.get(Bus).notify(generationCancelled, id, { id });
    await until('it hangs up', () => models.hungUp() > before);
    await until('its job ends', ended(id));
    expect(sequence(story)).toEqual(['claim', 'release']);
    expect(story.attempts).toEqual([{ usage: ABORTED, errorCode: 'Cancelled' }]);
    expect(sequence(other.story)).toEqual(['claim']);
    stack.owner.get(Bus).notify(generationCancelled, other.id, { id: other.id });
    await until('the other job ends', ended(other.id));
  });

  it('makes no call for a generation that is cancelled while it is claimed', async () => {
    const calls = models.received.length;
    const { id, story } = await begin('test:hangs-midway', { cancelledAtClaim: true });
    await until('its job ends', ended(id));
    expect(sequence(story)).toEqual(['claim', 'release']);
    const usage = { inputTokens: 0, outputTokens: 0, calls: 0 };
    expect(story.attempts).toMatchObject([{ usage, errorCode: 'Cancelled' }]);
    expect(models.received.length).toBe(calls);
  });

  it('continues while its renewals fail, until the deadline', async () => {
    const { id, story } = await begin('test:hangs-midway', {
      leaseMs: 600,
      remainingMs: 1900,
      held: undefined,
    });
    await until('its job ends', ended(id));
    expect(sequence(story).filter((what) => what !== 'renew')).toEqual(['claim', 'finish']);
    expect(story.outcome).toMatchObject({
      status: 'FAILED',
      errorCode: 'DeadlineExceeded',
      usage: { calls: 1 },
    });
  });

  it('repeats the report while the owner is unavailable, for longer than its lease', async () => {
    const { id, story } = await begin('offline:composer-1', {
      leaseMs: 600,
      held: undefined,
      lostFinishes: 3,
    });
    await until('its job ends', ended(id));
    expect(sequence(story).filter((what) => what === 'claim')).toHaveLength(1);
    expect(story.outcome).toMatchObject({ status: 'SUCCESS' });
  });

  it('tells what an attempt used again until the owner is back', async () => {
    const { id, story } = await begin('test:empty', { lostReleases: 2 });
    await until('its job ends', ended(id));
    expect(sequence(story)).toEqual(['claim', 'release', 'release', 'release', 'claim', 'finish']);
    expect(story.attempts).toMatchObject([{ usage: { calls: 1 } }]);
  });

  it('stops repeating the report at the deadline', async () => {
    const { id, story } = await begin('offline:composer-1', { remainingMs: 1500, lostFinishes: 100 });
    await until('it reports', () => sequence(story).includes('finish'));
    story.before.push({ state: 'nothing' });
    await until('its job ends', ended(id));
    expect(sequence(story)).toEqual(['claim', 'finish', 'finish', 'claim']);
  });

  it('ends the job when its result comes too late', async () => {
    const { id, story } = await begin('offline:composer-1', { accepts: false });
    await until('its job ends', ended(id));
    expect(sequence(story)).toEqual(['claim', 'finish']);
  });

  it('gives unfinished work back at shutdown without counting an attempt', async () => {
    const calls = models.received.length;
    const { id, story } = await begin('test:hangs-midway', {}, 1);
    await until('it is at it', () => models.received.length > calls);
    await worker.close();
    expect(sequence(story)).toEqual(['claim', 'release']);
    story.task = taskFor('product-description', { model: 'offline:composer-1' });
    worker = await startWorker();
    await until('the next one ends it', ended(id));
    expect(sequence(story)).toEqual(['claim', 'release', 'claim', 'finish']);
    expect(story.outcome).toMatchObject({ status: 'SUCCESS' });
  });
});
