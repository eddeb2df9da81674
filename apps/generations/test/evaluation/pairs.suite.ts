// Judging the texts of an experiment blind.
import { Client } from 'pg';
import { cancelExperiment, getPair, vote, type Actor, type AppError } from '#contracts';
import { newId } from '#platform/context';
import { errorOf } from '#testing/answers';
import { newActor, waitUntil } from '../generations-environment.ts';
import { datasetOf, create, get, workOff, scored, environment } from './experiment-steps.ts';

describe('an experiment', () => {
  it('is judged blind, each pair once by each person, and by people first', async () => {
    const actor = newActor();
    const dataset = await datasetOf(actor, 9);
    const { experiment } = await create(actor, { datasetId: dataset.id, repeats: 2 });
    const { id } = experiment;
    const judge = (who: Actor) => environment.gateway.request(getPair, { actor: who, id });
    expect(await judge(actor)).toEqual({ left: 0 });
    await workOff(actor, id, (arm) => ({ ...scored({}), result: [{ text: `${arm} board` }] }));
    const other = { ...actor, accountId: newId() };
    const cast = (who: Actor, pairId: string, winner: 'a' | 'b' | 'tie') =>
      environment.gateway.request(vote, { actor: who, id, body: { pairId, winner, reasons: ['clear'] } });
    let next = await judge(actor);
    expect(next.left).toBe(9);
    expect(await judge(actor)).toEqual(next);
    const shown = next.pair!;
    expect(Object.keys(shown).sort()).toEqual(['a', 'b', 'id', 'title']);
    await environment.sql(
      'DELETE FROM generation WHERE id = (SELECT generation_id FROM experiment_pair WHERE id = $1)',
      [shown.id],
    );
    next = await judge(actor);
    expect(next).toMatchObject({ left: 9, pair: { title: expect.any(String) as string } });
    expect(await errorOf(cast(other, shown.id, 'a'))).toMatchObject({
      code: 'UnknownReference',
      target: 'pairId',
    });
    for (let left = 9; left > 0; left -= 1) {
      const { pair } = next;
      const isNewA = JSON.stringify(pair?.a).includes('new');
      next = await cast(actor, pair?.id ?? '', isNewA ? 'a' : 'b');
      expect(next.left).toBe(left - 1);
    }
    expect(next).toEqual({ left: 0 });
    const voted = (await get(actor, id)).results?.arms[1];
    expect(voted?.people).toMatchObject({ n: 9, wins: 9, losses: 0, ties: 0, verdict: 'BETTER' });
    expect(voted).toMatchObject({ verdict: 'BETTER', scores: { success: { verdict: 'NO_DIFFERENCE' } } });
    await cast(actor, shown.id, 'tie');
    const opened = await judge(other);
    expect(opened.left).toBe(9);
    await cast(other, opened.pair?.id ?? '', 'tie');
    const again = (await get(actor, id)).results?.arms[1]?.people;
    expect(again).toMatchObject({ n: 10, verdict: 'BETTER' });
    expect(await errorOf(environment.gateway.request(getPair, { actor: newActor(), id }))).toMatchObject({
      code: 'NotFound',
    });
  });

  it('has its votes counted for two requests of a holder at once in each of two instances; others can be cancelled meanwhile', async () => {
    const actor = newActor();
    const { experiment } = await create(actor, { datasetId: (await datasetOf(actor, 1)).id });
    const { id } = await workOff(actor, experiment.id);
    const running = await create(actor, { datasetId: (await datasetOf(actor, 1)).id });
    const holder = new Client({ connectionString: environment.servers.postgres.superuserUrl('generations') });
    await holder.connect();
    try {
      await holder.query('BEGIN; LOCK TABLE experiment_pair IN ACCESS EXCLUSIVE MODE');
      const refusals: AppError[] = [];
      const asked = Array.from({ length: 25 }, () =>
        get(actor, id).catch((error: AppError) => void refusals.push(error)),
      );
      const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%experiment_pair%'`;
      await waitUntil(async () => (await environment.sql(waits)).length > 0 && refusals.length > 0);
      expect((await environment.sql(waits)).length).toBeLessThanOrEqual(4);
      expect(refusals[0]).toMatchObject({ code: 'TooManyRequests', retryAfter: 1 });
      const input = { actor, id: running.experiment.id };
      const cancelled = await environment.gateway.request(cancelExperiment, input);
      expect([cancelled.status, cancelled.results]).toEqual(['CANCELLED', undefined]);
      await holder.query('ROLLBACK');
      await Promise.all(asked);
    } finally {
      await holder.end();
    }
  });
});
