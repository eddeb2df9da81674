// Which generations are stale, over the real bus: whatever comes twice, late, in another order or at the same moment.
import { applicationUpdated, listGenerations, type Actor, type Product } from '#contracts';
import { newId } from '#platform/context';
import { changeSchema } from '#testing/schema';
import { FAILURE, newActor, SUCCESS, waitUntil } from '../generations-environment.ts';
import { environment } from '../suite-environment.ts';
import { productFor } from '../stand-in-catalogue.ts';
import { NeighbourEvents } from './neighbour-events.ts';

let neighbours: NeighbourEvents;
beforeAll(async () => {
  neighbours = await NeighbourEvents.open(environment);
});

/** A generation about a product in this version. */
async function aboutVersion(
  actor: Actor,
  product: Partial<Product> & { id: string },
  version: number,
): Promise<string> {
  const { id: productId } = productFor(actor, { ...product, version });
  return (await environment.create(actor, { inputs: { productId } })).generation.id;
}

const isStale = async (actor: Actor, id: string): Promise<boolean> =>
  (await environment.get(actor, id)).stale;
const listed = async (actor: Actor, stale: boolean): Promise<string[]> =>
  (await environment.gateway.request(listGenerations, { actor, limit: 100, stale })).generations.map(
    ({ id }) => id,
  );

/** False while a stale generation has no mark yet, by which an index finds it. */
const isMarked = async (id: string): Promise<boolean> =>
  (await environment.sql<{ stale: boolean }>('SELECT stale FROM generation WHERE id = $1', [id]))[0]
    ?.stale === true;

describe('a generation is stale', () => {
  it('when a fact of its product has changed since, and no other one, whatever the order of the events', async () => {
    const actor = newActor();
    const other = newActor();
    const product = { id: newId() };
    const first = await aboutVersion(actor, product, 1);
    const second = await aboutVersion(actor, product, 2);
    const third = await aboutVersion(actor, product, 4);
    const ended = await environment.createEnded(actor, FAILURE, { inputs: { productId: product.id } });
    const elsewhere = await aboutVersion(other, product, 1);
    const about = await aboutVersion(actor, { id: newId() }, 1);
    const without = (await environment.create(actor)).generation;
    expect(without).toMatchObject({ applicationVersion: 1, stale: false });
    expect(without).not.toHaveProperty('productVersion');
    expect(await environment.get(actor, second)).toMatchObject({ productVersion: 2, stale: false });
    await neighbours.tell(actor, product.id, 2, 1); // an accepted text
    await neighbours.settled();
    expect(await listed(actor, true)).toEqual([]);
    await neighbours.tell(actor, product.id, 4);
    await neighbours.tell(actor, product.id, 4);
    await neighbours.tell(actor, product.id, 2);
    await neighbours.tell(actor, product.id, 1, 1);
    await neighbours.settled();
    expect(await listed(actor, true)).toEqual([second, first]);
    expect(await listed(actor, false)).toEqual([without.id, about, ended, third]);
    expect([await isStale(actor, first), await isStale(actor, third)]).toEqual([true, false]);
    expect(await isStale(other, elsewhere)).toBe(false);
    const { epoch } = await environment.claimSuccessfully(first);
    expect(await environment.finish(first, epoch, SUCCESS)).toBe(true);
    expect(await environment.get(actor, first)).toMatchObject({ status: 'SUCCESS', stale: true });
  });

  it('no longer when the facts of its product are back, whatever the order of the events', async () => {
    const actor = newActor();
    const product = { id: newId() };
    const first = await aboutVersion(actor, product, 1);
    const second = await aboutVersion(actor, product, 2);
    await neighbours.tell(actor, product.id, 2);
    await neighbours.tell(actor, product.id, 4, 4, 1);
    await neighbours.tell(actor, product.id, 3);
    await neighbours.settled();
    expect([await isStale(actor, first), await isStale(actor, second)]).toEqual([false, true]);
    expect([await listed(actor, true), await listed(actor, false)]).toEqual([[second], [first]]);
    await neighbours.tell(actor, product.id, 5, 5, 2);
    await neighbours.settled();
    expect([await listed(actor, true), await listed(actor, false)]).toEqual([[first], [second]]);
  });

  it('at once no longer, however many others have to be marked before it', async () => {
    const actor = newActor();
    const product = { id: newId() };
    const id = await aboutVersion(actor, product, 1);
    await neighbours.tell(actor, product.id, 2);
    await waitUntil(() => isMarked(id));
    await environment.sql('BEGIN');
    await environment.sql('SELECT FROM generation WHERE id = $1 FOR UPDATE', [id]); // it cannot lose its mark
    await neighbours.tell(actor, product.id, 3, 3, 1);
    await waitUntil(async () => !(await isStale(actor, id)));
    expect([await isMarked(id), await listed(actor, true), await listed(actor, false)]).toEqual([
      true,
      [],
      [id],
    ]);
    await environment.sql('ROLLBACK');
    await waitUntil(async () => !(await isMarked(id)));
  });

  it('still when the facts of its product are back, but its application has a newer version', async () => {
    const actor = newActor();
    const product = { id: newId() };
    const id = await aboutVersion(actor, product, 1);
    const data = { workspaceId: actor.workspaceId, applicationId: 'product-title', version: 2 };
    await neighbours.publish(applicationUpdated, newId(), data);
    await neighbours.tell(actor, product.id, 2);
    await neighbours.tell(actor, product.id, 3, 3, 1);
    await neighbours.settled();
    await waitUntil(() => isMarked(id));
    expect(await isStale(actor, id)).toBe(true);
  });

  it('when its application has a newer version', async () => {
    const actor = newActor();
    const other = newActor();
    const { id } = (await environment.create(actor)).generation;
    const elsewhere = (await environment.create(other)).generation;
    const data = { workspaceId: actor.workspaceId, applicationId: 'product-title', version: 2 };
    await neighbours.publish(applicationUpdated, newId(), data);
    await neighbours.settled();
    expect([await isStale(actor, id), await isStale(other, elsewhere.id)]).toEqual([true, false]);
  });

  it('when the change was heard of before its row was there', async () => {
    const actor = newActor();
    const product = { id: newId() };
    const lock = `hashtextextended('generations-${actor.holderId}', 0)`;
    await environment.sql(`SELECT pg_advisory_lock(${lock})`); // holds up the insert after the product was read
    const created = aboutVersion(actor, product, 1);
    const waits = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
    await waitUntil(async () => (await environment.sql(waits)).length === 1);
    await neighbours.tell(actor, product.id, 2);
    await neighbours.settled();
    await environment.sql(`SELECT pg_advisory_unlock(${lock})`);
    expect(await isStale(actor, await created)).toBe(true);
    expect(await isStale(actor, await aboutVersion(actor, product, 2))).toBe(false);
  });

  it('when the change was heard of before its row was committed', async () => {
    const actor = newActor();
    const product = { id: newId() };
    // Nothing else waits for the table then: neither a row to be sent, nor one of a sent job to be removed.
    await waitUntil(async () => (await environment.sql('SELECT FROM outbox')).length === 0);
    await environment.sql('BEGIN');
    await environment.sql('LOCK TABLE outbox IN SHARE MODE'); // holds up what follows the insert
    const created = aboutVersion(actor, product, 1);
    const inserted = `SELECT FROM pg_locks WHERE relation = 'outbox'::regclass AND NOT granted`;
    await waitUntil(async () => (await environment.sql(inserted)).length === 1);
    await neighbours.tell(actor, product.id, 2);
    const waits = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
    await waitUntil(async () => (await environment.sql(waits)).length === 1);
    await environment.sql('ROLLBACK');
    const id = await created;
    await waitUntil(() => isStale(actor, id));
  });

  it('when the instance that heard of the change stopped before it marked anything, and many are locked', async () => {
    const actor = newActor();
    const product = { id: newId() };
    const ids = [await aboutVersion(actor, product, 1), await aboutVersion(actor, product, 1)];
    await changeSchema(
      (text) => environment.sql(text),
      `CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'crash' USING ERRCODE = '57P01'; END $$;
       CREATE TRIGGER crash BEFORE UPDATE OF facts_changed ON generation FOR EACH ROW EXECUTE FUNCTION crash()`,
    );
    await neighbours.tell(actor, product.id, 2);
    const noted = 'SELECT FROM source_change WHERE source = $1';
    await waitUntil(async () => (await environment.sql(noted, [product.id])).length === 1);
    expect(await isMarked(ids[0] ?? '')).toBe(false);
    await changeSchema(
      (text) => environment.sql(text),
      'DROP TRIGGER crash ON generation; DROP FUNCTION crash',
    );
    await environment.sql('BEGIN');
    await environment.sql('SELECT FROM generation WHERE id = $1 FOR UPDATE', [ids[0]]);
    await waitUntil(() => isMarked(ids[1] ?? ''));
    await environment.sql('ROLLBACK');
    await waitUntil(() => isMarked(ids[0] ?? ''));
  });

  it('at once, however many others have to be marked before it', async () => {
    const actor = newActor();
    const product = { id: newId() };
    const old = await aboutVersion(actor, product, 1);
    const newer = await aboutVersion(actor, product, 2);
    await environment.sql('BEGIN');
    await environment.sql('SELECT FROM generation WHERE id = $1 FOR UPDATE', [old]); // it cannot be marked
    await neighbours.tell(actor, product.id, 2);
    await waitUntil(() => isStale(actor, old));
    expect([await isMarked(old), await isStale(actor, newer)]).toEqual([false, false]);
    expect([await listed(actor, true), await listed(actor, false)]).toEqual([[old], [newer]]);
    const { generations } = await environment.gateway.request(listGenerations, { actor, limit: 10 });
    expect(generations.map(({ stale }) => stale)).toEqual([false, true]);
    await environment.sql('ROLLBACK');
    await neighbours.settled();
    expect(await isMarked(old)).toBe(true);
    const unmarked = 'SELECT source FROM source_change WHERE NOT marked';
    await waitUntil(async () => (await environment.sql(unmarked)).length === 0);
    expect([await listed(actor, true), await listed(actor, false)]).toEqual([[old], [newer]]);
  });

  it('also while what an earlier change concerns cannot be marked', async () => {
    const other = newActor();
    const held = { id: newId() };
    const heldUp = await aboutVersion(other, held, 1);
    const actor = newActor();
    const product = { id: newId() };
    const id = await aboutVersion(actor, product, 1);
    await environment.sql('BEGIN');
    await environment.sql('SELECT FROM generation WHERE id = $1 FOR UPDATE', [heldUp]);
    const noted = 'SELECT FROM source_change WHERE source = $1 AND version = $2';
    for (const version of [2, 3]) {
      await neighbours.tell(other, held.id, version); // one for each instance
      await waitUntil(async () => (await environment.sql(noted, [held.id, version])).length === 1);
    }
    await neighbours.tell(actor, product.id, 2);
    await waitUntil(() => isMarked(id));
    expect(await isMarked(heldUp)).toBe(false);
    await environment.sql('ROLLBACK');
    await neighbours.settled();
    expect(await isMarked(heldUp)).toBe(true);
  });

  it('also while more of another workspace is left than is looked at together', async () => {
    const other = newActor();
    const actor = newActor();
    const product = { id: newId() };
    const id = await aboutVersion(actor, product, 1);
    await changeSchema(
      (text) => environment.sql(text),
      `CREATE FUNCTION leave() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
       CREATE TRIGGER leave BEFORE UPDATE ON source_change FOR EACH ROW
         WHEN (new.workspace_id = '${other.workspaceId}') EXECUTE FUNCTION leave()`,
    );
    try {
      await environment.sql(
        `INSERT INTO source_change (workspace_id, source, kind, version)
         SELECT $1, 'own-' || n, 'application', 2 FROM generate_series(1, 400) AS n`,
        [other.workspaceId],
      );
      await neighbours.tell(actor, product.id, 2);
      await waitUntil(() => isMarked(id));
    } finally {
      await changeSchema(
        (text) => environment.sql(text),
        'DROP TRIGGER leave ON source_change; DROP FUNCTION leave',
      );
      await environment.sql('DELETE FROM source_change WHERE workspace_id = $1', [other.workspaceId]);
    }
  });
});
