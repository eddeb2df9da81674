// What follows an import: one batch over its successes, whatever gets lost between the catalogue and generations.
import { headers } from '@nats-io/transport-node';
import {
  AppError,
  beginFollowUp,
  cancelImport,
  ERRORS,
  listImports,
  retryImport,
  type Actor,
  type ImportList,
  type ImportState,
  type InputOf,
} from '#contracts';
import { newId } from '#platform/context';
import { errorToWire } from '#platform/errors';
import { BusConnection, HEADER } from '#platform/messaging';
import { until } from '#testing/until';
import { FollowUpsStore } from '../../src/follow-ups/follow-ups.store.ts';
import {
  aProduct,
  asins,
  claimBatch,
  importOf,
  openBatches,
  removeImports,
  report,
  someone,
  sql,
  stateOf,
  type Catalogue,
} from '../catalogue.ts';

type Asked = InputOf<typeof beginFollowUp>;

const THEN = { applicationId: 'product-title', inputs: { keywords: ['oak'] } };

export const followUps = (shared: () => Catalogue): void =>
  describe('follow-ups of imports', () => {
    let catalogue: Catalogue;
    let generations: BusConnection;
    /** What generations was asked to begin, and how it answers: with an error, or not at all. */
    const asked: Asked[] = [];
    let answer: AppError | 'silence' | undefined;
    /** A workspace that may begin no more batches now. */
    let full: string | undefined;
    /** Batches that may not begin, though others of their workspace may. */
    let held: readonly string[] = [];
    beforeAll(async () => {
      catalogue = shared();
      await removeImports(catalogue);
      generations = await BusConnection.open(catalogue.servers.nats.variables('generations'), 'generations');
      generations.nats.subscribe(beginFollowUp.subject, {
        queue: 'generations',
        callback: (_, message) => {
          const one = message.json<Asked>();
          asked.push(one);
          if (answer === 'silence') return;
          const isFull = one.workspaceId === full || held.includes(one.batchId);
          const refusal = isFull ? new AppError('QuotaExceeded') : answer;
          const error = headers();
          if (refusal) error.set(HEADER.error, refusal.code);
          message.respond(refusal ? errorToWire(refusal) : '{}', refusal ? { headers: error } : undefined);
        },
      });
    });
    afterAll(() => generations?.onApplicationShutdown());
    beforeEach(() => {
      asked.length = 0;
      answer = undefined;
      full = undefined;
      held = [];
    });

    /** Imports three products, of which so many are found; resolves with the import at its end. */
    async function importSome(prefix: string, found: number): Promise<{ actor: Actor; state: ImportState }> {
      const actor = { ...someone(), holderId: newId(), limits: { runningGenerations: 7 } };
      const wanted = asins(prefix, 3);
      const { id } = (await importOf(catalogue, actor, { asins: wanted, marketplace: 'US', then: THEN }))
        .import;
      expect(asked.filter(({ workspaceId }) => workspaceId === actor.workspaceId)).toEqual([]);
      for (const batchId of await openBatches(catalogue)) {
        const batch = await claimBatch(catalogue, batchId);
        const outcomes = batch.asins.map((asin) =>
          wanted.indexOf(asin) < found
            ? { asin, outcome: 'found' as const, product: aProduct(asin) }
            : { asin, outcome: 'failed' as const, errorCode: 'NotFound' as const },
        );
        await report(catalogue, batch, outcomes);
      }
      return { actor, state: await stateOf(catalogue, actor, id) };
    }

    const pending = ({ workspaceId }: Actor): Promise<object[]> =>
      sql(catalogue, 'SELECT 1 FROM import_follow_up WHERE workspace_id = $1', [workspaceId]);

    /** Lets an import have ended so long ago. */
    const endedBefore = ({ id }: ImportState, time: string): Promise<unknown> =>
      sql(
        catalogue,
        `SET session_replication_role = replica;
         UPDATE import SET completed_at = now() - interval '${time}' WHERE id = '${id}'`,
      );

    /** Adds imports of a workspace that have ended, and that batches with the same ids are to follow. */
    const addEnded = ({ workspaceId }: Actor, ids: readonly string[]): Promise<unknown> =>
      sql(
        catalogue,
        `WITH ended AS (
           INSERT INTO import (workspace_id, id, account_id, marketplace, status, deadline_at, completed_at, success, follow_up)
           SELECT $1, id, $1, 'US', 'COMPLETED', now(), now(), 1, $2 FROM unnest($3::uuid[]) AS id
           RETURNING workspace_id, id
         ), items AS (
           INSERT INTO import_item (workspace_id, import_id, asin, marketplace, position, status, product_id)
           SELECT workspace_id, id, 'B0FULL0001', 'US', 1, 'success', id FROM ended
         )
         INSERT INTO import_follow_up (workspace_id, import_id, holder_id, batch_id, request_id, due_at)
         SELECT workspace_id, id, workspace_id, id, 'r', now() - interval '1 hour' FROM ended`,
        [workspaceId, JSON.stringify(THEN), ids],
      );

    it('a batch over the successes is asked for with one id until generations has answered', async () => {
      answer = 'silence';
      const { actor, state } = await importSome('FOLLOW', 2);
      expect(state).toMatchObject({ status: 'PARTIAL', counts: { success: 2, failure: 1 } });
      expect(state).not.toHaveProperty('batchId');
      await until('generations is asked', () => asked.length > 0);
      answer = new AppError('QuotaExceeded');
      await until('it is asked again', () => asked.length > 2);
      answer = undefined;
      await until('nothing is left to do', async () => (await pending(actor)).length === 0);
      const [first] = asked;
      expect(first).toEqual({
        workspaceId: actor.workspaceId,
        accountId: actor.accountId,
        holderId: actor.holderId,
        limits: actor.limits,
        requestId: expect.any(String),
        batchId: expect.any(String),
        body: THEN,
        productIds: state.items.flatMap(({ productId }) => productId ?? []),
      });
      expect(asked.every((one) => JSON.stringify(one) === JSON.stringify(first))).toBe(true);
      expect(await stateOf(catalogue, actor, state.id)).toEqual({ ...state, batchId: first?.batchId });
    });

    it('no batch follows an import without a success', async () => {
      const { actor, state } = await importSome('NOTHING', 0);
      await until('nothing is left to do', async () => (await pending(actor)).length === 0);
      expect(asked).toEqual([]);
      expect(await stateOf(catalogue, actor, state.id)).toEqual(state);
    });

    it('a batch that generations refuses for good is told on its import, and not asked for again', async () => {
      answer = new AppError('InvalidArgument', { target: 'environment.model' });
      const { actor, state } = await importSome('REFUSED', 3);
      await until('nothing is left to do', async () => (await pending(actor)).length === 0);
      expect(asked).toHaveLength(1);
      const { en, zh } = ERRORS.InvalidArgument;
      const batchError = { code: 'InvalidArgument', message: { en, zh }, target: 'environment.model' };
      expect(await stateOf(catalogue, actor, state.id)).toEqual({ ...state, batchError });
      const { imports }: ImportList = await catalogue.gateway.request(listImports, { actor, limit: 10 });
      expect(imports).toMatchObject([{ id: state.id, batchError }]);
    });

    it('a batch that did not begin within a day is given up, and the import tells the last reason', async () => {
      answer = new AppError('QuotaExceeded');
      const { actor, state } = await importSome('LATEST', 1);
      await until('it is asked for', () => asked.length > 0);
      await endedBefore(state, '25 hours');
      await until('it is given up', async () => (await pending(actor)).length === 0);
      expect(await stateOf(catalogue, actor, state.id)).toMatchObject({
        batchError: { code: 'QuotaExceeded' },
      });
    });

    it('a batch that may have begun is asked for until generations has answered, for a week at most', async () => {
      answer = new AppError('UpstreamTimeout');
      const { actor, state } = await importSome('UNKNOWN', 1);
      await endedBefore(state, '25 hours');
      await until('it is asked for after a day', () => asked.length > 1);
      answer = undefined;
      await until('nothing is left to do', async () => (await pending(actor)).length === 0);
      expect(await stateOf(catalogue, actor, state.id)).toMatchObject({ batchId: asked[0]?.batchId });
      answer = new AppError('UpstreamTimeout');
      const { actor: other, state: lost } = await importSome('LOST', 1);
      await endedBefore(lost, '8 days');
      await until('it is given up', async () => (await pending(other)).length === 0);
      expect(await stateOf(catalogue, other, lost.id)).toMatchObject({
        batchError: { code: 'UpstreamTimeout' },
      });
    });

    it('a workspace that may begin no more batches delays no other one, and is asked about rarely', async () => {
      const one = someone();
      full = one.workspaceId;
      await addEnded(
        one,
        Array.from({ length: 150 }, () => newId()),
      );
      await until('it is refused', () => asked.length > 0);
      asked.length = 0;
      const { actor } = await importSome('OTHERS', 2);
      await until('the batch of the other one begins', async () => (await pending(actor)).length === 0);
      const refused = asked.filter(({ workspaceId }) => workspaceId === full);
      expect(refused.length).toBeLessThan(10);
      expect(await pending(one)).toHaveLength(150);
      full = undefined;
      await until('all of its batches begin', async () => (await pending(one)).length === 0);
    });

    it('a batch that may not begin, and another one, delay no third one of their workspace', async () => {
      const one = someone();
      const ids = [newId(), newId(), newId()].toSorted();
      held = ids.slice(0, 2);
      await addEnded(one, ids);
      await until('the third one begins', async () => (await pending(one)).length === 2);
      held = [];
      await until('the others begin', async () => (await pending(one)).length === 0);
    });

    it('nothing follows a cancelled import, and what follows it is for its retry to begin', async () => {
      const actor = someone();
      const wanted = asins('CANCEL', 3);
      const { id } = (await importOf(catalogue, actor, { asins: wanted, marketplace: 'US', then: THEN }))
        .import;
      const [found = '', ...others] = wanted;
      await sql(catalogue, 'DELETE FROM pending_fetch WHERE asin = ANY ($1)', [others]);
      await report(catalogue, await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? ''), [
        { asin: found, outcome: 'found', product: aProduct(found) },
      ]);
      const cancelled = await catalogue.gateway.request(cancelImport, { actor, id });
      expect(cancelled).toMatchObject({ status: 'CANCELLED', counts: { success: 1, failure: 2 } });
      expect(await pending(actor)).toEqual([]);
      const retried = (await catalogue.gateway.request(retryImport, { actor, id })).import;
      const batch = await claimBatch(catalogue, (await openBatches(catalogue))[0] ?? '');
      await report(
        catalogue,
        batch,
        batch.asins.map((asin) => ({ asin, outcome: 'found', product: aProduct(asin) })),
      );
      await until('the batch begins', async () => (await pending(actor)).length === 0);
      const { items } = await stateOf(catalogue, actor, retried.id);
      expect(asked).toMatchObject([{ body: THEN, productIds: items.map(({ productId }) => productId) }]);
    });

    it('where as many batches wait as may, an import with one is refused, and its retry, which has no body to name', async () => {
      const actor = someone();
      const body = { asins: asins('WAITING', 1), marketplace: 'US', then: THEN } as const;
      const { id } = (await importOf(catalogue, actor, body)).import;
      await catalogue.gateway.request(cancelImport, { actor, id });
      await sql(
        catalogue,
        `INSERT INTO import_follow_up (workspace_id, import_id, holder_id, batch_id, request_id)
         SELECT $1, gen_random_uuid(), $1, gen_random_uuid(), 'r' FROM generate_series(1, 10000)`,
        [actor.workspaceId],
      );
      const refused = { code: 'QuotaExceeded', message: expect.stringContaining('10000 batches') as string };
      await expect(importOf(catalogue, actor, body)).rejects.toMatchObject({ ...refused, target: 'then' });
      const again = catalogue.gateway.request(retryImport, { actor, id });
      await expect(again).rejects.toMatchObject({ ...refused, target: undefined });
      await removeImports(catalogue);
    });

    it('an instance that learns late that a batch is refused leaves the batch that has begun', async () => {
      answer = new AppError('QuotaExceeded');
      const { actor, state } = await importSome('COPIES', 1);
      const store = catalogue.app.get(FollowUpsStore, { strict: false });
      await sql(catalogue, 'UPDATE import_follow_up SET due_at = now() WHERE import_id = $1', [state.id]);
      const due = (await store.findDue(100)).find(({ importId }) => importId === state.id)!;
      await store.finish(due);
      await store.fail(due, new AppError('UnknownReference'));
      expect(await stateOf(catalogue, actor, state.id)).toEqual({ ...state, batchId: due.batchId });
    });

    it('are begun for each holder in turn, whoever of them has more workspaces', async () => {
      answer = 'silence'; // the instance looks for them too, and would begin them first
      await removeImports(catalogue);
      const many = newId();
      const one = newId();
      const holders = [many, many, many, one];
      await sql(
        catalogue,
        `WITH due AS (
           SELECT gen_random_uuid() AS workspace_id, $2::uuid AS import_id, holder_id, place
           FROM unnest($1::uuid[]) WITH ORDINALITY AS due (holder_id, place)
         ), ended AS (
           INSERT INTO import (workspace_id, id, account_id, marketplace, status, deadline_at, completed_at, follow_up)
           SELECT workspace_id, import_id, holder_id, 'US', 'COMPLETED', now(), now(), '{}' FROM due
         )
         INSERT INTO import_follow_up (workspace_id, import_id, holder_id, batch_id, request_id, due_at)
         SELECT workspace_id, import_id, holder_id, gen_random_uuid(), 'r', now() - (10 - place) * interval '1 second' FROM due`,
        [holders, newId()],
      );
      const due = await catalogue.app.get(FollowUpsStore, { strict: false }).findDue(2);
      expect(due.map(({ holderId }) => holderId)).toEqual([many, one]);
      await removeImports(catalogue);
    });
  });
