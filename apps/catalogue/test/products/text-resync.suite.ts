// The states of texts are made anew from those of generations, whatever the catalogue knew.
import { headers } from '@nats-io/transport-node';
import { AppError, getProduct, retellTexts, type AnswerOf, type InputOf, type TextKey } from '#contracts';
import { newId } from '#platform/context';
import { errorToWire } from '#platform/errors';
import { BusConnection, HEADER } from '#platform/messaging';
import { plansOf, rowsRead } from '#testing/plans';
import { until } from '#testing/until';
import { TextResyncStore } from '../../src/text-states/text-resync.store.ts';
import { aProduct, someone, sql, type Catalogue } from '../catalogue.ts';

type Answer = AnswerOf<typeof retellTexts>;

export const textResync = (shared: () => Catalogue): void =>
  describe('texts of which events were lost', () => {
    let catalogue: Catalogue;
    let generations: BusConnection;
    const asked: InputOf<typeof retellTexts>[] = [];
    /** What generations answers, in turn. */
    let answers: (Answer | AppError)[] = [];
    beforeAll(async () => {
      catalogue = shared();
      await sql(catalogue, 'DELETE FROM product_text'); // those of the suites before
      generations = await BusConnection.open(catalogue.servers.nats.variables('generations'), 'generations');
      generations.nats.subscribe(retellTexts.subject, {
        queue: 'generations',
        callback: (_, message) => {
          asked.push(message.json());
          const answer = answers.shift() ?? new AppError('Unavailable');
          const error = headers();
          if (answer instanceof AppError) error.set(HEADER.error, answer.code);
          if (answer instanceof AppError) message.respond(errorToWire(answer), { headers: error });
          else message.respond(JSON.stringify(answer));
        },
      });
    });
    afterAll(() => generations?.onApplicationShutdown());

    const actor = someone();
    const { workspaceId } = actor;

    async function product(state?: string, version = 1): Promise<string> {
      const id = newId();
      await sql(
        catalogue,
        `INSERT INTO product (id, workspace_id, genre, content, content_hash) VALUES ($1, $2, 'Custom', $3, '')`,
        [id, workspaceId, JSON.stringify(aProduct('Board'))],
      );
      if (state)
        await sql(
          catalogue,
          `INSERT INTO product_text (workspace_id, product_id, application_id, state, generation_id, version, created_at)
           VALUES ($1, $2, 'product-title', $3, $2, $4, now())`,
          [workspaceId, id, state, version],
        );
      return id;
    }
    const told = (productId: string, state: Answer['texts'][number]['state'], version: number) => ({
      workspaceId,
      productId,
      applicationId: 'product-title',
      state,
      generationId: newId(),
      version,
    });
    const stateOf = async (id: string): Promise<string | undefined> =>
      (await catalogue.gateway.request(getProduct, { actor, id })).texts?.[0]?.state;

    it('stand as generations says: known, changed, unknown to it, or newer than what it said', async () => {
      const ids = [
        await product('ACCEPTED', 900), // generations was restored: its versions were lower than that
        await product('STALE', 950),
        await product(),
        await product('PENDING', 2000),
        await product('ACCEPTED', 10),
      ];
      const [changed = '', , lost = ''] = ids;
      answers = [
        { since: 1000, texts: [told(changed, 'PENDING', 1001)], isLast: false },
        new AppError('Unavailable'),
        { since: 1002, texts: [told(lost, 'ACCEPTED', 1003)], isLast: true },
      ];
      const store = catalogue.app.get(TextResyncStore, { strict: false });
      await store.begin();
      await until('the texts are brought up to date', async () => (await store.progress())?.isDone === true);
      expect(await Promise.all(ids.map(stateOf))).toEqual([
        'PENDING',
        undefined,
        'ACCEPTED',
        'PENDING',
        undefined,
      ]);
      expect(await store.progress()).toEqual({ told: 2, removed: 2, isDone: true });
      const after = { workspaceId, productId: changed, applicationId: 'product-title' };
      expect(asked).toEqual([{}, { after }, { after }]);
      await store.begin();
      expect(await store.progress()).toMatchObject({ told: 0, isDone: false });
      answers = [{ since: 3000, texts: [], isLast: true }];
      await until('nothing is known any more', async () => (await store.progress())?.isDone === true);
      expect(await Promise.all(ids.map(stateOf))).toEqual(ids.map(() => undefined));
    });

    it('are brought up to date in steps that read no text twice, however many there are', async () => {
      const other = someone().workspaceId;
      await sql(
        catalogue,
        `WITH made AS (
           INSERT INTO product (id, workspace_id, genre, content, content_hash)
           SELECT gen_random_uuid(), $1, 'Custom', $2, '' FROM generate_series(1, 20) RETURNING *
         ) INSERT INTO product_text (workspace_id, product_id, application_id, state, generation_id, version, created_at)
         SELECT workspace_id, id, 'own-' || n, 'PENDING', id, 4000, created_at FROM made, generate_series(1, 1000) AS n`,
        [other, JSON.stringify(aProduct('Board'))],
      );
      await sql(catalogue, 'ANALYZE product_text');
      const keys = await sql<TextKey>(
        catalogue,
        `SELECT workspace_id AS "workspaceId", product_id AS "productId", application_id AS "applicationId" FROM product_text
         WHERE workspace_id = $1 ORDER BY workspace_id, product_id, application_id`,
        [other],
      );
      const store = catalogue.app.get(TextResyncStore, { strict: false });
      const plans = (work: () => Promise<unknown>) =>
        plansOf(catalogue.servers.database.systemUrl, /counted AS/, work);
      const page = { after: keys[10_000], last: keys[10_500], since: 5000 };
      const [one] = await plans(() => store.removeUntold(page));
      expect(rowsRead(one!)).toBeLessThanOrEqual(1500);
      answers = [{ since: 5000, texts: [], isLast: true }];
      const all = await plans(async () => {
        await store.begin();
        await until('nothing is known any more', async () => (await store.progress())?.isDone === true);
      });
      expect(await store.progress()).toMatchObject({ removed: 19_500 });
      expect(all.map(rowsRead).at(-1)).toBeLessThanOrEqual(1500);
    });
  });
