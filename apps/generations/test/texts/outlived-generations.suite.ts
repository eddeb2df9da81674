// What comes of changes for texts whose generations are gone, dropped with their month or deleted by people, and for thousands
// of generations at once.
import { acceptGeneration, applicationUpdated, rejectGeneration } from '#contracts';
import { newId } from '#platform/context';
import { ProductTextsService } from '../../src/texts/product-texts.service.ts';
import { newActor, SUCCESS, waitUntil } from '../generations-environment.ts';
import { app, environment } from '../suite-environment.ts';
import { productFor } from '../stand-in-catalogue.ts';
import { knownText } from './expected-texts.ts';
import { NeighbourEvents } from '../requests/neighbour-events.ts';

let neighbours: NeighbourEvents;
beforeAll(async () => {
  neighbours = await NeighbourEvents.open(environment);
});

/** What the table says of the title of a product, and the last event about it. */
const known = (productId: string) => knownText(environment, productId, 'product-title');

it('an accepted text stays when the month of its generation is dropped', async () => {
  const actor = newActor();
  const product = productFor(actor);
  const inputs = { productId: product.id };
  const id = await environment.createEnded(actor, SUCCESS, { inputs });
  await environment.gateway.request(acceptGeneration, { actor, id, body: { to: 'document' } });
  const other = productFor(actor);
  const unreviewed = await environment.createEnded(actor, SUCCESS, { inputs: { productId: other.id } });
  expect((await known(other.id))[0]).toEqual({
    state: 'PENDING',
    generation_id: unreviewed,
  });
  await environment.sql('DELETE FROM generation WHERE id <= $1', [unreviewed]);
  await app.get(ProductTextsService, { strict: false }).updateOrphaned();
  const accepted = { state: 'ACCEPTED', generation_id: id };
  expect(await known(product.id)).toEqual([accepted, accepted]);
  expect(await known(other.id)).toEqual([undefined, undefined]);

  await environment.createEnded(actor, SUCCESS, { inputs });
  expect((await known(product.id))[0]).toEqual(accepted);
  await neighbours.tell(actor, product.id, 2);
  await neighbours.settled();
  expect((await known(product.id))[0]).toMatchObject({ state: 'PENDING' });
});

it('a text that has outlived its generation is stale until the product is what it was', async () => {
  const actor = newActor();
  const product = productFor(actor);
  const id = await environment.createEnded(actor, SUCCESS, { inputs: { productId: product.id } });
  await environment.gateway.request(acceptGeneration, { actor, id, body: { to: 'document' } });
  await environment.sql('DELETE FROM generation WHERE id = $1', [id]); // as its month is dropped
  await neighbours.tell(actor, product.id, 2);
  await neighbours.settled();
  const stale = { state: 'STALE', generation_id: id };
  expect(await known(product.id)).toEqual([stale, stale]);
  await environment.sql('DELETE FROM source_change'); // as when it is old
  await neighbours.tell(actor, product.id, 3);
  await neighbours.settled();
  expect(await known(product.id)).toEqual([stale, stale]);
  await neighbours.tell(actor, product.id, 4, 4, 1);
  await neighbours.settled();
  const accepted = { state: 'ACCEPTED', generation_id: id };
  expect(await known(product.id)).toEqual([accepted, accepted]);
});

it.each(['before', 'after'])(
  'an accepted text counts again when a draft is rejected that came %s the month of its generation was dropped',
  async (when) => {
    const actor = newActor();
    const product = productFor(actor);
    const inputs = { productId: product.id };
    const id = await environment.createEnded(actor, SUCCESS, { inputs });
    await environment.gateway.request(acceptGeneration, { actor, id, body: { to: 'document' } });
    const drop = () => environment.sql('DELETE FROM generation WHERE id = $1', [id]);
    if (when === 'after') await drop();
    await neighbours.tell(actor, product.id, 2);
    await neighbours.settled();
    const draft = await environment.createEnded(actor, SUCCESS, { inputs });
    expect((await known(product.id))[0]).toEqual({ state: 'PENDING', generation_id: draft });
    if (when === 'before') await drop();
    const stale = { state: 'STALE', generation_id: id };
    const reject = (rejected: string) =>
      environment.gateway.request(rejectGeneration, { actor, id: rejected, body: {} });
    await reject(draft);
    expect(await known(product.id)).toEqual([stale, stale]);
    const last = await environment.createEnded(actor, SUCCESS, { inputs });
    await environment.delete(actor, last);
    expect(await known(product.id)).toEqual([stale, stale]);
  },
);

it('a text is missing when people delete the generation that had it', async () => {
  const actor = newActor();
  const product = productFor(actor);
  const id = await environment.createEnded(actor, SUCCESS, { inputs: { productId: product.id } });
  await environment.gateway.request(acceptGeneration, { actor, id, body: { to: 'document' } });
  await environment.delete(actor, id);
  expect(await known(product.id)).toEqual([undefined, undefined]);
});

it('an acceptance that comes with the deletion of its generation leaves nothing to be repeated', async () => {
  const actor = newActor();
  const product = productFor(actor);
  const id = await environment.createEnded(actor, SUCCESS, { inputs: { productId: product.id } });
  const waiting = async (): Promise<number> =>
    (
      await environment.sql(
        "SELECT FROM pg_locks WHERE NOT granted AND locktype IN ('tuple', 'transactionid')",
      )
    ).length;
  await environment.sql('BEGIN');
  await environment.sql('SELECT FROM generation WHERE id = $1 FOR UPDATE', [id]);
  const accepted = environment.gateway.request(acceptGeneration, { actor, id, body: {} });
  await waitUntil(async () => (await waiting()) === 1);
  const deleted = environment.delete(actor, id);
  await waitUntil(async () => (await waiting()) === 2);
  await environment.sql('ROLLBACK');
  await Promise.allSettled([accepted, deleted]);
  await deleted;
  expect(await environment.sql('SELECT FROM acceptance WHERE generation_id = $1', [id])).toEqual([]);
});

it.each(['product', 'application'])(
  'thousands of generations are marked after a change of their %s',
  async (kind) => {
    const actor = newActor();
    const { workspaceId } = actor;
    const productId = newId();
    const applicationId = newId();
    await environment.sql(
      `INSERT INTO generation (workspace_id, id, account_id, holder_id, request_id, application_id, application_name, title, inputs,
       environment, model, manual, status, error_code, last_job_id, lease_until, deadline_at, completed_at, product_id,
       product_version)
     SELECT $1, id, $1, $1, 'r', $2, 'Title', 'Title', '{}', '{"model":"m"}', 'm', false, 'FAILED', 'ContentFiltered', 'j', now(),
       now(), now(), $3, 1
     FROM unnest($4::uuid[]) AS id`,
      [workspaceId, applicationId, productId, Array.from({ length: 4500 }, newId)],
    );
    await (kind === 'product'
      ? neighbours.tell(actor, productId, 2)
      : neighbours.publish(applicationUpdated, newId(), { workspaceId, applicationId, version: 2 }));
    await neighbours.settled();
    const counted = 'SELECT count(*)::int AS fresh FROM generation WHERE workspace_id = $1 AND NOT stale';
    expect(await environment.sql(counted, [workspaceId])).toEqual([{ fresh: 0 }]);
    await environment.sql('DELETE FROM generation WHERE workspace_id = $1', [workspaceId]);
  },
);
