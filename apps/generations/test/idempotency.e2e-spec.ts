// Idempotency keys of generations: one request with a key counts, and each that comes again is answered as it was.
import type { INestMicroservice } from '@nestjs/common';
import type { Actor } from '#contracts';
import { newId, withContext } from '#platform/context';
import { GenerationRequestsService } from '../src/intake/generations.service.ts';
import { refusal, someone, Stage, SUCCESS, until } from './stage.ts';

let stage: Stage;
let app: INestMicroservice;
beforeAll(async () => {
  stage = await Stage.set();
  app = await stage.serve();
}, 60_000);
afterAll(() => stage?.strike(), 60_000);

/** What an instance answers to somebody who waits two seconds more: less than the first one may take. */
const ask = (instance: INestMicroservice, actor: Actor, key = 'key', leftMs = 2000) =>
  withContext({ requestId: newId(), deadline: performance.now() + leftMs }, () =>
    instance
      .get(GenerationRequestsService, { strict: false })
      .create(actor, { applicationId: 'product-title' }, key),
  );

/** Lets nothing be written of generations while work is done; it is given what waits until one is held up. */
async function heldUp<T>(work: (somebodyWaits: () => Promise<void>) => Promise<T>): Promise<T> {
  await stage.sql('BEGIN');
  try {
    await stage.sql('LOCK TABLE generation IN SHARE MODE');
    return await work(() =>
      until(async () => {
        const waiting = `SELECT 1 FROM pg_locks WHERE relation = 'generation'::regclass AND NOT granted`;
        return (await stage.sql(waiting)).length > 0;
      }),
    );
  } finally {
    await stage.sql('COMMIT');
  }
}

describe('an Idempotency-Key', () => {
  it('gives the first answer again, even after the end', async () => {
    const actor = someone();
    const first = await stage.create(actor, { manual: true }, 'key');
    const claim = await stage.claimed(first.generation.id);
    expect(await stage.finish(first.generation.id, claim.epoch, SUCCESS)).toBe(true);
    expect(await stage.create(actor, { manual: true }, 'key')).toEqual({ ...first, replayed: true });
  });

  it('D30: refuses another body', async () => {
    const actor = someone();
    await stage.create(actor, {}, 'key');
    expect(await refusal(stage.create(actor, { manual: true }, 'key'))).toMatchObject({
      code: 'IdempotencyKeyReused',
    });
  });

  it('D34: of a refused request is free again', async () => {
    const actor = someone();
    await refusal(stage.create(actor, { environment: { model: 'acme:tiny' } }, 'key'));
    expect(await stage.create(actor, {}, 'key')).toMatchObject({ replayed: false });
  });

  it('D33: of another workspace is another key', async () => {
    const [one, other] = [await stage.create(someone(), {}, 'key'), await stage.create(someone(), {}, 'key')];
    expect(one.generation.id).not.toBe(other.generation.id);
  });

  it('makes one of ten requests at once', async () => {
    const actor = someone();
    const answers = await Promise.all(Array.from({ length: 10 }, () => stage.create(actor, {}, 'key')));
    expect(new Set(answers.map((answer) => answer.generation.id)).size).toBe(1);
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
    const kept = await stage.sql('SELECT 1 FROM generation WHERE workspace_id = $1', [actor.workspaceId]);
    expect(kept).toHaveLength(1);
  });
});

describe('a request that comes again while the first still runs', () => {
  const IN_PROGRESS = { code: 'IdempotencyInProgress', retryAfter: 1 };

  it.each([
    ['the same instance', () => Promise.resolve(app)],
    ['another instance', () => stage.serve()],
  ])('D31: is told so by %s, and gets its answer later', async (_, other) => {
    const actor = someone();
    const second = await other();
    const { first, tookMs } = await heldUp(async (somebodyWaits) => {
      const first = ask(app, actor, 'key', 3000);
      await somebodyWaits();
      const asked = performance.now();
      expect(await refusal(ask(second, actor))).toMatchObject(IN_PROGRESS);
      return { first, tookMs: performance.now() - asked };
    });
    expect(tookMs).toBeGreaterThan(900); // it gave the first one a chance
    expect(tookMs).toBeLessThan(2000);
    const { generation, replayed } = await first;
    expect(replayed).toBe(false);
    for (const instance of [app, second])
      expect(await ask(instance, actor)).toEqual({ generation, replayed: true });
    const kept = await stage.sql('SELECT id FROM generation WHERE workspace_id = $1', [actor.workspaceId]);
    expect(kept).toEqual([{ id: generation.id }]);
  });

  it('is not what waits for another request of its workspace', async () => {
    const actor = someone();
    const first = await heldUp(async (somebodyWaits) => {
      const first = ask(app, actor, 'key', 3000);
      await somebodyWaits();
      expect(await refusal(ask(app, actor, 'other'))).toMatchObject({ code: 'Unavailable' });
      return { first };
    });
    expect((await first.first).replayed).toBe(false);
  });
});
