// Which generations are stale, and how the texts of products stand, over the real bus: whatever comes twice, late, in another
// order or at the same moment.
import { fc } from '#testing/property';
import { sized } from '#testing/size';
import {
  acceptGeneration,
  applicationUpdated,
  listGenerations,
  rejectGeneration,
  type Actor,
  type Product,
} from '#contracts';
import { newId } from '#platform/context';
import { expectedText, knownText, type TextRow } from './expected-texts.ts';
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
    await environment.sql(
      `CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'crash' USING ERRCODE = '57P01'; END $$;
       CREATE TRIGGER crash BEFORE UPDATE OF stale ON generation FOR EACH ROW EXECUTE FUNCTION crash()`,
    );
    await neighbours.tell(actor, product.id, 2);
    const noted = 'SELECT FROM source_change WHERE source = $1';
    await waitUntil(async () => (await environment.sql(noted, [product.id])).length === 1);
    expect(await isMarked(ids[0] ?? '')).toBe(false);
    await environment.sql('DROP FUNCTION crash CASCADE');
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
});

describe('the text of a product', () => {
  const APPLICATIONS = ['product-title', 'product-description'] as const;

  const known = (productId: string, applicationId: string) =>
    knownText(environment, productId, applicationId);

  async function compared(productId: string): Promise<(string | undefined)[]> {
    const states: (string | undefined)[] = [];
    for (const applicationId of APPLICATIONS) {
      const rows = await environment.sql<TextRow>(
        'SELECT id, review_state, stale FROM generation WHERE product_id = $1 AND application_id = $2 ORDER BY created_at, id',
        [productId, applicationId],
      );
      const expected = expectedText(rows);
      expect(await known(productId, applicationId)).toEqual([expected, expected]);
      states.push(expected?.state);
    }
    return states;
  }

  const RESULTS = {
    'product-title': SUCCESS,
    'product-description': { ...SUCCESS, resultType: 'TEXT', result: 'Text' },
  };
  const step = fc.record({
    act: fc.constantFrom('succeed', 'succeed', 'fail', 'accept', 'accept', 'reject', 'delete', 'change'),
    applicationId: fc.constantFrom(...APPLICATIONS),
    which: fc.nat(),
  });

  it('stands as the newest results and reviews say, after any of them', async () => {
    const seen = new Set<string | undefined>();
    const run = async (
      steps: readonly { act: string; applicationId: string; which: number }[],
    ): Promise<void> => {
      const actor = newActor();
      const product = productFor(actor);
      let ids: string[] = [];
      let version = 1;
      for (const { act, applicationId, which } of steps) {
        const id = ids[which % ids.length];
        if (act === 'succeed' || act === 'fail') {
          const outcome = act === 'fail' ? FAILURE : RESULTS[applicationId as keyof typeof RESULTS];
          const body = { applicationId, inputs: { productId: product.id } };
          const made = await environment.createEnded(actor, outcome as typeof SUCCESS, body);
          if (act === 'succeed') ids.push(made);
        } else if (act === 'change') {
          version += 1;
          productFor(actor, { ...product, version });
          await neighbours.tell(actor, product.id, version);
          await neighbours.settled();
        } else if (id !== undefined) {
          if (act === 'accept')
            await environment.gateway.request(acceptGeneration, { actor, id, body: { to: 'document' } });
          else if (act === 'reject')
            await environment.gateway.request(rejectGeneration, { actor, id, body: {} });
          else {
            await environment.delete(actor, id);
            ids = ids.filter((other) => other !== id);
          }
        }
        for (const state of await compared(product.id)) seen.add(state);
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 12 }), run), { numRuns: sized(15, 60) });
    expect(seen).toEqual(new Set(['PENDING', 'ACCEPTED', 'STALE', undefined]));
  }, 120_000);

  it('is the newest one, whichever of many that end, are reviewed and become stale at once comes last', async () => {
    const actor = newActor();
    const product = productFor(actor);
    const inputs = { productId: product.id };
    const old = await Promise.all(
      [1, 2, 3, 4].map(() => environment.createEnded(actor, SUCCESS, { inputs })),
    );
    const running = await Promise.all(
      [1, 2, 3, 4].map(async () => (await environment.create(actor, { inputs })).generation.id),
    );
    const claims = await Promise.all(running.map((id) => environment.claimSuccessfully(id)));
    await Promise.all([
      ...running.map((id, n) => environment.finish(id, claims[n]?.epoch ?? 0, SUCCESS)),
      ...old.map((id, n) =>
        n % 2 === 0
          ? environment.gateway.request(acceptGeneration, { actor, id, body: { to: 'document' } })
          : environment.gateway.request(rejectGeneration, { actor, id, body: {} }),
      ),
      neighbours.tell(actor, product.id, 2),
    ]);
    await neighbours.settled();
    await compared(product.id);
  });

  it('is told together with those of other products that change with it', async () => {
    const actor = newActor();
    const productIds = [productFor(actor).id, productFor(actor).id, productFor(actor).id];
    for (const productId of productIds) {
      const id = await environment.createEnded(actor, SUCCESS, { inputs: { productId } });
      await environment.gateway.request(acceptGeneration, { actor, id, body: { to: 'document' } });
    }
    const data = { workspaceId: actor.workspaceId, applicationId: 'product-title', version: 2 };
    await neighbours.publish(applicationUpdated, newId(), data);
    await neighbours.settled();
    const unmarked = 'SELECT FROM source_change WHERE workspace_id = $1 AND NOT marked';
    await waitUntil(async () => (await environment.sql(unmarked, [actor.workspaceId])).length === 0);
    const told = await environment.sql<{ texts: { productId: string; state: string }[] }>(
      `SELECT payload #> '{data,texts}' AS texts FROM outbox_record
       WHERE topic = 'product.texts_changed' AND payload #>> '{data,workspaceId}' = $1 ORDER BY id DESC LIMIT 1`,
      [actor.workspaceId],
    );
    const stale = productIds.map((productId) => expect.objectContaining({ productId, state: 'STALE' }));
    expect(told).toEqual([{ texts: expect.arrayContaining(stale) }]);
  });
});
