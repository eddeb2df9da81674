// Recovery of generations whose worker, job or deadline is gone.
import type { INestMicroservice } from '@nestjs/common';
import { renewGenerations, type Actor } from '#contracts';
import { Queues } from '#platform/jobs';
import { FAILURE, GenerationsEnvironment, ODD_TEXT, SUCCESS, waitUntil } from './generations-environment.ts';
import { reconcile, stopReconciler } from './reconciler-steps.ts';

let environment: GenerationsEnvironment;
let app: INestMicroservice;
let other: INestMicroservice;
beforeAll(async () => {
  environment = await GenerationsEnvironment.start();
  await environment.recordOutbox();
  app = await environment.startInstance({ MAX_RUNNING_GENERATIONS: '1000' });
  other = await environment.startInstance({ MAX_RUNNING_GENERATIONS: '1000' });
});
afterAll(() => environment?.stop());

const isQueued = (jobId: string) => app.get(Queues, { strict: false }).isPending('generations', jobId);

/** Creates a generation and waits until its job has moved from the outbox to the queue. */
async function createQueued(): Promise<{ actor: Actor; id: string }> {
  const created = await environment.createInNewWorkspace();
  await waitUntil(() => isQueued(`gen-${created.id}-1`));
  await emptyOutbox();
  return created;
}

const emptyOutbox = () => waitUntil(async () => (await environment.sql('SELECT 1 FROM outbox')).length === 0);

/** Deletes everything that Redis stores of the queue. */
async function loseQueue(): Promise<void> {
  let cursor = '0';
  do {
    const [next, keys] = await environment.redis.scan(cursor, 'MATCH', 'bull:generations:*', 'COUNT', 1000);
    if (keys.length > 0) await environment.redis.del(keys);
    cursor = next;
  } while (cursor !== '0');
}

/** Seconds until the end of a generation's grace period. */
async function gracePeriod(id: string): Promise<number> {
  const [row] = await environment.sql<{ seconds: number }>(
    'SELECT extract(epoch FROM lease_until - now())::float8 AS seconds FROM generation WHERE id = $1',
    [id],
  );
  return row?.seconds ?? 0;
}

const jobsOf = async (id: string) =>
  (await environment.outboxRecords(id)).filter(({ kind }) => kind === 'job');
const eventsOf = async (id: string) =>
  (await environment.outboxRecords(id)).filter(({ kind }) => kind === 'event');

describe('the reconciler', () => {
  it('does not touch new generations and generations with a live lease', async () => {
    const waiting = await environment.createInNewWorkspace();
    const held = await environment.createInNewWorkspace();
    await environment.claimSuccessfully(held.id);
    await loseQueue();
    await reconcile(app);
    expect(await jobsOf(waiting.id)).toHaveLength(1);
    expect(await jobsOf(held.id)).toHaveLength(1);
    expect(await environment.row(held.id)).toMatchObject({ worker: 'w1', attempt: 1 });
  });

  it('leaves an orphaned generation to its job when the queue still has the job', async () => {
    const { id } = await createQueued();
    await environment.expireLease(id);
    await reconcile(app);
    expect(await jobsOf(id)).toHaveLength(1);
    expect(await environment.row(id)).toMatchObject({ attempt: 1, epoch: 0 });
    expect(await gracePeriod(id)).toBeGreaterThan(40);
  });

  it('lets the next worker in when the worker was lost and the job was not', async () => {
    const { id } = await createQueued();
    await environment.claimSuccessfully(id, 'w1');
    await environment.expireLease(id);
    await reconcile(app);
    expect(await jobsOf(id)).toHaveLength(1);
    expect((await environment.claimSuccessfully(id, 'w2')).epoch).toBe(2);
  });

  it('lets a worker that was silent continue when no other worker has claimed its generation', async () => {
    const { id } = await createQueued();
    const { epoch } = await environment.claimSuccessfully(id, 'w1');
    await environment.expireLease(id);
    await reconcile(app);
    expect(await environment.row(id)).toMatchObject({ worker: null, lost_workers: 1 });
    const renewal = { leases: [{ generationId: id, epoch }] };
    expect(await environment.worker.request(renewGenerations, renewal)).toEqual({ held: [true] });
    expect(await environment.row(id)).toMatchObject({ lost_workers: 0 });
    expect(await environment.claim(id, 'w2')).toMatchObject({ state: 'busy' });
    expect(await environment.finish(id, epoch, SUCCESS)).toBe(true);
  });

  it('accepts the outcome of a worker that was silent when no other worker has claimed its generation', async () => {
    const { actor, id } = await createQueued();
    const { epoch } = await environment.claimSuccessfully(id, 'w1');
    await environment.expireLease(id);
    await reconcile(app);
    expect(await environment.finish(id, epoch, SUCCESS)).toBe(true);
    expect(await environment.get(actor, id)).toMatchObject({ status: 'SUCCESS' });
  });

  it('dispatches a generation again with a new job id when the queue has lost the job', async () => {
    const { id } = await createQueued();
    await loseQueue();
    await environment.expireLease(id);
    await reconcile(app);
    await waitUntil(() => isQueued(`gen-${id}-2`));
    const [first, second, ...more] = await jobsOf(id);
    expect(more).toEqual([]);
    const { envelope: firstSent, ...firstPlace } = first?.payload ?? {};
    expect(second).toMatchObject({ dedup_key: `gen-${id}-2`, payload: { envelope: firstSent } });
    // At the front of the queue, because it has waited before.
    expect(second?.payload.priority).toBeGreaterThan(0);
    expect(second?.payload.priority).toBeLessThanOrEqual(firstPlace.priority ?? 0);
    expect(await environment.row(id)).toMatchObject({ attempt: 2, epoch: 0, last_job_id: `gen-${id}-2` });
    const { epoch } = await environment.claimSuccessfully(id);
    expect(await environment.finish(id, epoch, SUCCESS)).toBe(true);
  });

  it('dispatches a generation again when both worker and job were lost', async () => {
    const { id } = await createQueued();
    const { epoch } = await environment.claimSuccessfully(id, 'w1');
    await loseQueue();
    await environment.expireLease(id);
    await reconcile(app);
    expect(await environment.row(id)).toMatchObject({ attempt: 2, worker: null });
    expect((await environment.claimSuccessfully(id, 'w2')).epoch).toBe(epoch + 1);
    expect(await environment.finish(id, epoch, SUCCESS)).toBe(false);
  });

  it('dispatches a generation once when two instances reconcile at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await createQueued()).id));
    await loseQueue();
    await Promise.all(ids.map((id) => environment.expireLease(id)));
    await Promise.all([reconcile(app), reconcile(other), reconcile(app), reconcile(other)]);
    for (const id of ids) expect(await jobsOf(id)).toHaveLength(2);
  });

  it('recovers more than one batch in one round', async () => {
    const ids: string[] = [];
    while (ids.length < 110) {
      const made = await Promise.all(Array.from({ length: 10 }, () => environment.createInNewWorkspace()));
      ids.push(...made.map(({ id }) => id));
    }
    await emptyOutbox();
    await loseQueue();
    await environment.sql(`UPDATE generation SET lease_until = now() - interval '1 s' WHERE id = ANY ($1)`, [
      ids,
    ]);
    await reconcile(app);
    const counts = await environment.sql('SELECT 1 FROM generation WHERE id = ANY ($1) AND attempt = 2', [
      ids,
    ]);
    expect(counts).toHaveLength(110);
  });

  it('fails an expired generation with text that Postgres cannot read, and goes on with the others', async () => {
    const odd = await environment.createInNewWorkspace({
      inputs: { note: ODD_TEXT },
      environment: { tone: ODD_TEXT },
    });
    const { id } = await createQueued();
    await loseQueue();
    await environment.expireDeadline(odd.id);
    await environment.expireLease(id);
    await reconcile(app);
    expect(await environment.row(odd.id)).toMatchObject({ status: 'FAILED', error_code: 'DeadlineExceeded' });
    expect(await environment.row(id)).toMatchObject({ attempt: 2 });
  });

  it('fails expired generations with and without a worker, and publishes an event for each', async () => {
    const waiting = await environment.createInNewWorkspace();
    const held = await environment.createInNewWorkspace();
    const { epoch } = await environment.claimSuccessfully(held.id);
    await environment.expireDeadline(waiting.id);
    await environment.expireDeadline(held.id);
    await reconcile(app);
    for (const { actor, id } of [waiting, held]) {
      expect(await environment.get(actor, id)).toMatchObject({
        status: 'FAILED',
        errorCode: 'DeadlineExceeded',
      });
      const { request_id: requestid } = await environment.row(id);
      expect(await eventsOf(id)).toEqual([
        expect.objectContaining({
          topic: 'generation.failed',
          payload: expect.objectContaining({ requestid }),
        }),
      ]);
    }
    for (const outcome of [SUCCESS, FAILURE])
      expect(await environment.finish(held.id, epoch, outcome)).toBe(false);
  });

  it('fails a generation that has lost four workers, whoever noticed it', async () => {
    const { actor, id } = await createQueued();
    for (let n = 1; n <= 4; n += 1) {
      await environment.expireLease(id);
      await environment.claimSuccessfully(id, `w${n}`);
      if (n === 2) await environment.expireLease(id);
      await reconcile(app);
    }
    expect(await environment.get(actor, id)).toMatchObject({ status: 'RUNNING' });
    await environment.expireLease(id);
    await reconcile(app);
    expect(await environment.get(actor, id)).toMatchObject({ errorCode: 'GenerationInterrupted' });
  });

  it('runs by itself every few seconds', async () => {
    const { id } = await environment.createInNewWorkspace();
    await environment.expireDeadline(id);
    const instance = await environment.startInstanceWithReconciler();
    await waitUntil(async () => (await environment.row(id)).status === 'FAILED');
    await stopReconciler(instance);
  });
});

describe('the reconciler without Redis', () => {
  let orphan: { actor: Actor; id: string };
  // These tests come last in the file, because Redis stays stopped.
  beforeAll(async () => {
    orphan = await createQueued();
    await environment.expireLease(orphan.id);
    await environment.servers.redis.stop();
  });

  it('fails expired generations, and leaves orphaned ones for a later round', async () => {
    const expired = await environment.createInNewWorkspace();
    await environment.expireDeadline(expired.id);
    await expect(reconcile(app)).rejects.toThrow();
    expect(await environment.get(expired.actor, expired.id)).toMatchObject({ errorCode: 'DeadlineExceeded' });
    expect(await environment.row(orphan.id)).toMatchObject({ status: 'RUNNING', attempt: 1 });
    expect(await gracePeriod(orphan.id)).toBeLessThan(0);
  });

  it('does not dispatch a generation again while its job is in the outbox', async () => {
    const { id } = await environment.createInNewWorkspace();
    await environment.expireLease(id);
    await environment.sql(
      `UPDATE generation SET deadline_at = now() - interval '1 s' WHERE id <> $1 AND status = 'RUNNING'`,
      [id],
    );
    await reconcile(app);
    expect(await environment.row(id)).toMatchObject({ attempt: 1 });
    expect(await gracePeriod(id)).toBeGreaterThan(40);
  });
});
