// What follows an import: one batch over its successes, whatever gets lost between the catalogue and generations.
import { headers } from '@nats-io/transport-node';
import { AppError, beginFollowUp, type Actor, type ImportState, type InputOf } from '#contracts';
import { errorToWire } from '#platform/errors';
import { BusConnection, HEADER } from '#platform/messaging';
import { until } from '#testing/until';
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
    beforeAll(async () => {
      catalogue = shared();
      await removeImports(catalogue);
      generations = await BusConnection.open(catalogue.servers.nats.variables('generations'), 'generations');
      generations.nats.subscribe(beginFollowUp.subject, {
        queue: 'generations',
        callback: (_, message) => {
          asked.push(message.json<Asked>());
          if (answer === 'silence') return;
          const error = headers();
          if (answer) error.set(HEADER.error, answer.code);
          message.respond(answer ? errorToWire(answer) : '{}', answer ? { headers: error } : undefined);
        },
      });
    });
    afterAll(() => generations?.onApplicationShutdown());
    beforeEach(() => {
      asked.length = 0;
      answer = undefined;
    });

    /** Imports three products, of which so many are found; resolves with the import at its end. */
    async function importSome(prefix: string, found: number): Promise<{ actor: Actor; state: ImportState }> {
      const actor = someone();
      const wanted = asins(prefix, 3);
      const { id } = (await importOf(catalogue, actor, { asins: wanted, marketplace: 'US', then: THEN }))
        .import;
      expect(asked).toEqual([]);
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

    it('a batch over the successes is asked for with one id until generations has answered', async () => {
      answer = 'silence';
      const { actor, state } = await importSome('FOLLOW', 2);
      expect(state).toMatchObject({ status: 'PARTIAL', counts: { success: 2, failure: 1 } });
      expect(state).not.toHaveProperty('batchId');
      await until('generations is asked', () => asked.length > 0, { withinMs: 5000 });
      answer = new AppError('QuotaExceeded');
      await until('it is asked again', () => asked.length > 2, { withinMs: 15_000 });
      answer = undefined;
      await until('nothing is left to do', async () => (await pending(actor)).length === 0, {
        withinMs: 15_000,
      });
      const [first] = asked;
      expect(first).toEqual({
        workspaceId: actor.workspaceId,
        accountId: actor.accountId,
        requestId: expect.any(String),
        batchId: expect.any(String),
        body: THEN,
        productIds: state.items.flatMap(({ productId }) => productId ?? []),
      });
      expect(asked.every((one) => JSON.stringify(one) === JSON.stringify(first))).toBe(true);
      expect(await stateOf(catalogue, actor, state.id)).toEqual({ ...state, batchId: first?.batchId });
    }, 40_000);

    it('no batch follows an import without a success', async () => {
      const { actor, state } = await importSome('NOTHING', 0);
      await until('nothing is left to do', async () => (await pending(actor)).length === 0, {
        withinMs: 5000,
      });
      expect(asked).toEqual([]);
      expect(await stateOf(catalogue, actor, state.id)).toEqual(state);
    });

    it('a batch that generations refuses for good is not asked for again', async () => {
      answer = new AppError('InvalidArgument', { target: 'environment.model' });
      const { actor, state } = await importSome('REFUSED', 3);
      await until('nothing is left to do', async () => (await pending(actor)).length === 0, {
        withinMs: 5000,
      });
      expect(asked).toHaveLength(1);
      expect(await stateOf(catalogue, actor, state.id)).toEqual(state);
    });
  });
