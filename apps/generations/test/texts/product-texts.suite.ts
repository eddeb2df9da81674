// How the texts of products stand, over the real bus: after whatever happens to their generations and products.
import { fc } from '#testing/property';
import { sized } from '#testing/size';
import {
  acceptGeneration,
  applicationUpdated,
  rejectGeneration,
  retellTexts,
  type AnswerOf,
} from '#contracts';
import { newId } from '#platform/context';
import { answered } from '#testing/answers';
import { expectedText, knownText, type TextRow } from './expected-texts.ts';
import { FAILURE, newActor, SUCCESS, waitUntil } from '../generations-environment.ts';
import { environment } from '../suite-environment.ts';
import { productFor } from '../stand-in-catalogue.ts';
import { NeighbourEvents } from '../requests/neighbour-events.ts';

let neighbours: NeighbourEvents;
beforeAll(async () => {
  neighbours = await NeighbourEvents.open(environment);
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
    act: fc.constantFrom(
      'succeed',
      'succeed',
      'fail',
      'accept',
      'accept',
      'reject',
      'delete',
      'change',
      'change',
      'return',
    ),
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
        } else if (act === 'change' || act === 'return') {
          version += 1;
          const factsOf = act === 'change' ? version : Math.ceil(version / 2);
          productFor(actor, { ...product, version }, factsOf);
          await neighbours.tell(actor, product.id, version, version, factsOf);
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
  });

  it('is the newest one, whichever of many that end, are reviewed and become stale at once comes last', async () => {
    const actor = newActor();
    const product = productFor(actor);
    const inputs = { productId: product.id };
    const old = await Promise.all(
      [1, 2, 3, 4].map(() => environment.createEnded(actor, SUCCESS, { inputs })),
    );
    const running = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (key) => {
        const { generation } = await answered(() => environment.create(actor, { inputs }, key));
        return generation.id;
      }),
    );
    const claims = await Promise.all(running.map((id) => environment.claimSuccessfully(id)));
    await Promise.all([
      ...running.map((id, n) => environment.finish(id, claims[n]?.epoch ?? 0, SUCCESS)),
      ...old.map((id, n) =>
        n % 2 === 0
          ? answered(() =>
              environment.gateway.request(acceptGeneration, { actor, id, body: { to: 'document' } }),
            )
          : answered(() => environment.gateway.request(rejectGeneration, { actor, id, body: {} })),
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

it('a text that was told anew while a change waited for it has a newer version then', async () => {
  const actor = newActor();
  const { id: productId } = productFor(actor);
  const id = await environment.createEnded(actor, SUCCESS, { inputs: { productId } });
  const of = 'WHERE product_id = $1';
  await environment.sql('BEGIN');
  await environment.sql(`SELECT FROM product_text ${of} FOR UPDATE`, [productId]);
  const accepted = environment.gateway.request(acceptGeneration, { actor, id, body: { to: 'document' } });
  await waitUntil(async () => {
    const waiting = `SELECT FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted`;
    return (await environment.sql(waiting)).length > 0;
  });
  const [told] = await environment.sql<{ version: string }>(
    `UPDATE product_text SET version = nextval('product_text_version') ${of} RETURNING version`,
    [productId],
  );
  await environment.sql('COMMIT');
  await accepted;
  const [row] = await environment.sql<{ version: string }>(`SELECT version, state FROM product_text ${of}`, [
    productId,
  ]);
  expect(row).toMatchObject({ state: 'ACCEPTED' });
  expect(Number(row?.version)).toBeGreaterThan(Number(told?.version));
});

it('all texts can be told anew, above all versions, though a restore has taken these back', async () => {
  const actor = newActor();
  const productIds = [productFor(actor).id, productFor(actor).id];
  for (const productId of productIds)
    await environment.createEnded(actor, SUCCESS, { inputs: { productId } });
  await environment.sql(`SELECT setval('product_text_version', 1)`);
  const before = Date.now() * 1000;
  const told: AnswerOf<typeof retellTexts>['texts'] = [];
  let answer: AnswerOf<typeof retellTexts> | undefined;
  do {
    const after = answer?.texts.at(-1);
    answer = await environment.catalogue.request(retellTexts, { after });
    const { since, texts } = answer;
    expect(since).toBeGreaterThan(before);
    for (const { version } of texts) expect(version).toBeGreaterThan(since);
    told.push(...texts);
  } while (!answer.isLast);
  const rows = await environment.sql<object>(
    `SELECT product_id AS "productId", application_id AS "applicationId", state, generation_id AS "generationId",
       version::float8 AS version, workspace_id AS "workspaceId"
     FROM product_text ORDER BY workspace_id, product_id, application_id`,
  );
  expect(told).toEqual(rows);
  expect(told.filter(({ workspaceId }) => workspaceId === actor.workspaceId)).toHaveLength(2);
});
