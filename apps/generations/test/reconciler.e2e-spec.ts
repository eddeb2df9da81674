// What becomes of generations that a worker, the queue or the time has left behind.
import type { INestMicroservice } from '@nestjs/common';
import type { Actor } from '#contracts';
import { Queues } from '#platform/jobs';
import { GenerationReconcilerService } from '../src/operations/generation-reconciler.service.ts';
import { FAILURE, ODD, reconcile, someone, Stage, SUCCESS, until } from './stage.ts';

let stage: Stage;
let app: INestMicroservice;
let other: INestMicroservice;
beforeAll(async () => {
  stage = await Stage.set();
  await stage.watchOutbox();
  app = await stage.serve({ MAX_RUNNING_GENERATIONS: '1000' });
  other = await stage.serve({ MAX_RUNNING_GENERATIONS: '1000' });
}, 60_000);
afterAll(() => stage?.strike(), 60_000);

const isQueued = (jobId: string) => app.get(Queues, { strict: false }).isPending('generations', jobId);

/** A generation whose job has arrived in the queue, and has left the outbox. */
async function queued(): Promise<{ actor: Actor; id: string }> {
  const made = await stage.created();
  await until(() => isQueued(`gen-${made.id}-1`));
  await outboxEmpty();
  return made;
}

const outboxEmpty = () => until(async () => (await stage.sql('SELECT 1 FROM outbox')).length === 0);

/** Redis loses everything that it has of the queue. */
async function loseQueue(): Promise<void> {
  let cursor = '0';
  do {
    const [next, keys] = await stage.redis.scan(cursor, 'MATCH', 'bull:generations:*', 'COUNT', 1000);
    if (keys.length > 0) await stage.redis.del(keys);
    cursor = next;
  } while (cursor !== '0');
}

/** Seconds for which the reconciler leaves a generation alone. */
async function leftAlone(id: string): Promise<number> {
  const [row] = await stage.sql<{ seconds: number }>(
    'SELECT extract(epoch FROM lease_until - now())::float8 AS seconds FROM generation WHERE id = $1',
    [id],
  );
  return row?.seconds ?? 0;
}

const jobsOf = async (id: string) => (await stage.sent(id)).filter((one) => one.kind === 'job');
const eventsOf = async (id: string) => (await stage.sent(id)).filter((one) => one.kind === 'event');

describe('the reconciler', () => {
  it('leaves alone what was just accepted, and what is held', async () => {
    const waiting = await stage.created();
    const held = await stage.created();
    await stage.claimed(held.id);
    await loseQueue();
    await reconcile(app);
    expect(await jobsOf(waiting.id)).toHaveLength(1);
    expect(await jobsOf(held.id)).toHaveLength(1);
    expect(await stage.row(held.id)).toMatchObject({ worker: 'w1', attempt: 1 });
  });

  it('leaves to its queue what still waits there', async () => {
    const { id } = await queued();
    await stage.forsake(id);
    await reconcile(app);
    expect(await jobsOf(id)).toHaveLength(1);
    expect(await stage.row(id)).toMatchObject({ attempt: 1, epoch: 0 });
    expect(await leftAlone(id)).toBeGreaterThan(40);
  });

  it('lets the next worker in when the last one was lost but its job is not', async () => {
    const { id } = await queued();
    await stage.claimed(id, 'w1');
    await stage.forsake(id);
    await reconcile(app);
    expect(await jobsOf(id)).toHaveLength(1);
    expect((await stage.claimed(id, 'w2')).epoch).toBe(2);
  });

  it('dispatches again, under a new name, what the queue has lost', async () => {
    const { id } = await queued();
    await loseQueue();
    await stage.forsake(id);
    await reconcile(app);
    await until(() => isQueued(`gen-${id}-2`));
    const [first, second, ...more] = await jobsOf(id);
    expect(more).toEqual([]);
    const { envelope: firstSent, ...firstPlace } = first?.payload ?? {};
    expect(second).toMatchObject({ dedup_key: `gen-${id}-2`, payload: { envelope: firstSent } });
    // At the front of those who wait: it has waited already.
    expect(second?.payload.priority).toBeGreaterThan(0);
    expect(second?.payload.priority).toBeLessThanOrEqual(firstPlace.priority ?? 0);
    expect(await stage.row(id)).toMatchObject({ attempt: 2, epoch: 0, last_job_id: `gen-${id}-2` });
    const { epoch } = await stage.claimed(id);
    expect(await stage.finish(id, epoch, SUCCESS)).toBe(true);
  });

  it('dispatches again what its worker lost together with the job', async () => {
    const { id } = await queued();
    const { epoch } = await stage.claimed(id, 'w1');
    await loseQueue();
    await stage.forsake(id);
    await reconcile(app);
    expect(await stage.row(id)).toMatchObject({ attempt: 2, worker: null });
    expect((await stage.claimed(id, 'w2')).epoch).toBe(epoch + 1);
    expect(await stage.finish(id, epoch, SUCCESS)).toBe(false);
  });

  it('dispatches once where two instances look at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, async () => (await queued()).id));
    await loseQueue();
    await Promise.all(ids.map((id) => stage.forsake(id)));
    await Promise.all([reconcile(app), reconcile(other), reconcile(app), reconcile(other)]);
    for (const id of ids) expect(await jobsOf(id)).toHaveLength(2);
  });

  it('recovers more than one batch in a round', async () => {
    const ids: string[] = [];
    while (ids.length < 110) {
      const made = await Promise.all(Array.from({ length: 10 }, () => stage.created()));
      ids.push(...made.map(({ id }) => id));
    }
    await outboxEmpty();
    await loseQueue();
    await stage.sql(`UPDATE generation SET lease_until = now() - interval '1 s' WHERE id = ANY ($1)`, [ids]);
    await reconcile(app);
    const counts = await stage.sql('SELECT 1 FROM generation WHERE id = ANY ($1) AND attempt = 2', [ids]);
    expect(counts).toHaveLength(110);
  });

  it('ends what is past its deadline, whatever text it holds, and goes on with the others', async () => {
    const odd = await stage.created({ inputs: { note: ODD }, environment: { tone: ODD } });
    const { id } = await queued();
    await loseQueue();
    await stage.expire(odd.id);
    await stage.forsake(id);
    await reconcile(app);
    expect(await stage.row(odd.id)).toMatchObject({ status: 'FAILED', error_code: 'DeadlineExceeded' });
    expect(await stage.row(id)).toMatchObject({ attempt: 2 });
  });

  it('ends what is past its deadline, held or not, and tells of it', async () => {
    const waiting = await stage.created();
    const held = await stage.created();
    const { epoch } = await stage.claimed(held.id);
    await stage.expire(waiting.id);
    await stage.expire(held.id);
    await reconcile(app);
    for (const { actor, id } of [waiting, held]) {
      expect(await stage.get(actor, id)).toMatchObject({ status: 'FAILED', errorCode: 'DeadlineExceeded' });
      const { request_id: requestid } = await stage.row(id);
      expect(await eventsOf(id)).toEqual([
        expect.objectContaining({
          topic: 'generation.failed',
          payload: expect.objectContaining({ requestid }),
        }),
      ]);
    }
    for (const outcome of [SUCCESS, FAILURE]) expect(await stage.finish(held.id, epoch, outcome)).toBe(false);
  });

  it('ends what has cost its last permitted worker', async () => {
    const { actor, id } = await stage.created();
    for (let n = 1; n <= 4; n += 1) {
      await stage.forsake(id);
      await stage.claimed(id, `w${n}`);
    }
    await reconcile(app);
    expect(await stage.get(actor, id)).toMatchObject({ status: 'RUNNING' });
    await stage.forsake(id);
    await reconcile(app);
    expect(await stage.get(actor, id)).toMatchObject({ errorCode: 'GenerationInterrupted' });
  });

  it('looks by itself every few seconds', async () => {
    const { id } = await stage.created();
    await stage.expire(id);
    const watchful = await stage.serveFreely();
    await until(async () => (await stage.row(id)).status === 'FAILED', 8000);
    await watchful.get(GenerationReconcilerService, { strict: false }).beforeApplicationShutdown();
  }, 15_000);

  it('forgets idempotency keys after a day', async () => {
    const actor = someone();
    await stage.create(actor, {}, 'old');
    await stage.create(actor, {}, 'new');
    await stage.sql(`UPDATE idempotency SET created_at = now() - interval '25 hours' WHERE key = 'old'`);
    await reconcile(app);
    const kept = await stage.sql('SELECT key FROM idempotency WHERE workspace_id = $1', [actor.workspaceId]);
    expect(kept).toEqual([{ key: 'new' }]);
  });
});

// Last: it stops Redis.
describe('without Redis the reconciler', () => {
  it('accepts, ends what is past its deadline, and leaves the rest for a later round', async () => {
    const forsaken = await queued();
    await stage.forsake(forsaken.id);
    await stage.servers.redis.stop();
    const late = await stage.created();
    await stage.expire(late.id);
    await expect(reconcile(app)).rejects.toThrow();
    expect(await stage.get(late.actor, late.id)).toMatchObject({ errorCode: 'DeadlineExceeded' });
    expect(await stage.row(forsaken.id)).toMatchObject({ status: 'RUNNING', attempt: 1 });
    expect(await leftAlone(forsaken.id)).toBeLessThan(0);
  });

  it('does not dispatch again what the outbox still keeps', async () => {
    const { id } = await stage.created();
    await stage.forsake(id);
    await stage.sql(
      `UPDATE generation SET deadline_at = now() - interval '1 s' WHERE id <> $1 AND status = 'RUNNING'`,
      [id],
    );
    await reconcile(app);
    expect(await stage.row(id)).toMatchObject({ attempt: 1 });
    expect(await leftAlone(id)).toBeGreaterThan(40);
  });
});
