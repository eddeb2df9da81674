// Answers that are computed and kept nowhere: how many of them a holder of workspaces gets at once.
import { Client } from 'pg';
import {
  acceptGeneration,
  checkContent,
  estimateBatch,
  listGenerations,
  listGenerationStatistics,
  previewGeneration,
  type Actor,
  type AppError,
} from '#contracts';
import { newId } from '#platform/context';
import { newActor, SUCCESS, waitUntil } from '../generations-environment.ts';
import { catalogue, productFor } from '../stand-in-catalogue.ts';
import { environment } from '../suite-environment.ts';

/** Two at once in each of the two instances, and one more. */
const TOO_MANY = 5;
const APPLICATION = { applicationId: 'product-title' };

const asked: Record<string, (actor: Actor, productId: string, id: string) => Promise<unknown>> = {
  'estimates of batches': (actor, productId) =>
    environment.gateway.request(estimateBatch, {
      actor,
      body: { ...APPLICATION, products: { ids: [productId] } },
    }),
  previews: (actor, productId) =>
    environment.gateway.request(previewGeneration, { actor, id: 'product-title', body: { productId } }),
  checks: (actor, productId) =>
    environment.gateway.request(checkContent, {
      actor,
      body: { ...APPLICATION, productId, result: [{ text: 'Fenwick Oak Board' }] },
    }),
  'acceptances of versions that a person wrote': (actor, _productId, id) =>
    environment.gateway.request(acceptGeneration, {
      actor,
      id,
      body: { to: 'document', result: [{ text: 'Fenwick Eichenbrett' }] },
    }),
};

afterEach(() => catalogue.release());

it.each(Object.entries(asked))(
  'the holder of two workspaces gets two %s at once of an instance; nobody else waits for them',
  async (_, ask) => {
    const one = newActor();
    const sister = { ...newActor(), holderId: one.holderId };
    const stranger = newActor();
    const products = new Map([one, sister, stranger].map((actor) => [actor, productFor(actor).id]));
    const written = new Map<Actor, string>();
    for (const [actor, productId] of products)
      written.set(actor, await environment.createEnded(actor, SUCCESS, { inputs: { productId } }));
    const askFor = (actor: Actor) => ask(actor, products.get(actor) ?? '', written.get(actor) ?? '');
    catalogue.holdAnswers();
    const refusals: AppError[] = [];
    const all = Array.from({ length: TOO_MANY }, (__, n) =>
      askFor(n % 2 === 0 ? one : sister).catch((error: AppError) => void refusals.push(error)),
    );
    await waitUntil(() => refusals.length > 0);
    expect(refusals[0]).toMatchObject({ code: 'TooManyRequests', retryAfter: 1 });
    const strangers = askFor(stranger);
    catalogue.release();
    expect(await strangers).toEqual(expect.any(Object));
    await Promise.all(all);
    expect(await askFor(one)).toEqual(expect.any(Object));
  },
);

/** Two at once and eight that wait in each of the two instances, and five more. */
const MANY = 25;
const HOUR = 3600;
const summed: Record<string, { table: string; ask: (actor: Actor) => Promise<unknown> }> = {
  statistics: {
    table: 'statistic',
    ask: (actor) =>
      environment.gateway.request(listGenerationStatistics, {
        actor,
        from: 0,
        to: 400 * 24 * HOUR,
        interval: 'day',
      }),
  },
  'lists that look for what is stale': {
    table: 'invocation',
    ask: (actor) => environment.gateway.request(listGenerations, { actor, limit: 10, stale: true }),
  },
};

it.each(Object.entries(summed))(
  'the holder of two workspaces gets two %s at once of an instance, too',
  async (_, { table, ask }) => {
    const one = newActor();
    const sister = { ...newActor(), holderId: one.holderId };
    // While a change is not marked, a list looks for what it made stale: nobody may mark these.
    await environment.sql('REVOKE UPDATE ON source_change FROM generations_system');
    for (const { workspaceId } of [one, sister])
      await environment.sql(
        `INSERT INTO source_change (workspace_id, source, kind, version) VALUES ($1, $2, 'application', 1)`,
        [workspaceId, newId()],
      );
    const holder = new Client({ connectionString: environment.servers.postgres.superuserUrl('generations') });
    await holder.connect();
    try {
      await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      const refusals: AppError[] = [];
      const all = Array.from({ length: MANY }, (__, n) =>
        ask(n % 2 === 0 ? one : sister).catch((error: AppError) => void refusals.push(error)),
      );
      const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%${table}%'`;
      await waitUntil(async () => (await environment.sql(waits)).length > 0 && refusals.length > 0);
      expect((await environment.sql(waits)).length).toBeLessThanOrEqual(4);
      expect(refusals[0]).toMatchObject({ code: 'TooManyRequests', retryAfter: 1 });
      await holder.query('ROLLBACK');
      await Promise.all(all);
    } finally {
      await holder.end();
      await environment.sql(
        'GRANT UPDATE (version, hash, changed_at, marked) ON source_change TO generations_system',
      );
      await environment.sql('DELETE FROM source_change WHERE workspace_id = ANY ($1)', [
        [one.workspaceId, sister.workspaceId],
      ]);
    }
    expect(await ask(newActor())).toEqual(expect.any(Object));
  },
);
