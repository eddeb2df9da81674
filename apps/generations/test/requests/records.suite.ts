// Listing, cancelling, repeating and deleting generations, over the real bus with real servers.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  generationCancelled,
  generationEnded,
  listGenerations,
  liveGeneration,
  type Actor,
  type GenerationList,
  type InputOf,
} from '#contracts';
import { newId } from '#platform/context';
import { sized } from '#testing/size';
import { answered, errorOf } from '#testing/answers';
import { FAILURE, newActor, ODD_TEXT, SUCCESS, waitUntil } from '../generations-environment.ts';
import { environment } from '../suite-environment.ts';

type Filters = Omit<InputOf<typeof listGenerations>, 'actor' | 'limit' | 'nextToken'>;

const PRICED = { environment: { model: 'acme:large' } };
const USED = { inputTokens: 1000, outputTokens: 100, calls: 1 };
/** Cost of USED: 1000 tokens at 2.5 and 100 at 10 micro-units. */
const COST = 3500;

const page = (actor: Actor, query: Partial<InputOf<typeof listGenerations>> = {}): Promise<GenerationList> =>
  environment.gateway.request(listGenerations, { actor, limit: 10, ...query });
const idsOf = ({ generations }: GenerationList): string[] => generations.map(({ id }) => id);

describe('the list of generations', () => {
  it('has summaries, newest first, without inputs and result and with the beginning of the result', async () => {
    const actor = newActor();
    const failed = await environment.createEnded(actor, FAILURE, { inputs: { note: 'secret' } });
    const text = `${'\u{1f600}'.repeat(150)}${ODD_TEXT}${'x'.repeat(100)}`;
    const result: Record<string, string>[] = [{ header: 'One', text: 'first' }, { text }];
    const succeeded = await environment.createEnded(actor, { ...SUCCESS, result });
    const { id: running } = (await environment.create(actor)).generation;
    await environment.createEnded(newActor(), SUCCESS);
    const { generations, nextToken } = await page(actor);
    expect(generations.map(({ id }) => id)).toEqual([running, succeeded, failed]);
    expect(nextToken).toBeUndefined();
    const records = await Promise.all([running, succeeded, failed].map((id) => environment.get(actor, id)));
    const preview = [...`One\nfirst\n${text}`].slice(0, 200).join('');
    expect(generations).toEqual(
      records.map(({ inputs: _, result: output, ...rest }) => (output ? { ...rest, preview } : rest)),
    );
  });

  it('shows each generation once, page by page, and takes a cursor with the same filters only', async () => {
    const actor = newActor();
    const created: string[] = [];
    for (let n = 0; n < 7; n += 1) created.unshift((await environment.create(actor)).generation.id);
    const seen: string[] = [];
    let nextToken: string | undefined;
    do {
      const one = await page(actor, { limit: 3, status: 'RUNNING', ...(nextToken ? { nextToken } : {}) });
      seen.push(...idsOf(one));
      ({ nextToken } = one);
    } while (nextToken);
    expect(seen).toEqual(created);
    const first = await page(actor, { limit: 3, applicationId: 'product-title' });
    const other = { applicationId: 'bullet-points', nextToken: first.nextToken };
    expect(await errorOf(page(actor, other))).toMatchObject({ code: 'InvalidNextToken' });
    expect(await errorOf(page(newActor(), { ...other, applicationId: 'product-title' }))).toMatchObject({
      code: 'InvalidNextToken',
    });
  });

  it('can be filtered by state, application, product, document, person and time, together', async () => {
    const actor = newActor();
    const title = await environment.createEnded(actor, SUCCESS, { manual: true });
    const bullets = await environment.createEnded(actor, FAILURE, { applicationId: 'bullet-points' });
    const { id: running } = (await environment.create(actor, { applicationId: 'bullet-points' })).generation;
    const productId = newId();
    const documentId = newId();
    await environment.sql('ALTER TABLE generation DISABLE TRIGGER generation_ends_once');
    await environment.sql(
      `UPDATE generation SET product_id = $2, document_id = $3, created_at = to_timestamp(1000) WHERE id = $1`,
      [title, productId, documentId],
    );
    await environment.sql('ALTER TABLE generation ENABLE TRIGGER generation_ends_once');
    const found = async (filters: Filters) => idsOf(await page(actor, filters));
    expect(await found({ status: 'SUCCESS' })).toEqual([title]);
    expect(await found({ applicationId: 'bullet-points' })).toEqual([running, bullets]);
    expect(await found({ applicationId: 'bullet-points', status: 'FAILED' })).toEqual([bullets]);
    expect(await found({ productId })).toEqual([title]);
    expect(await found({ documentId })).toEqual([title]);
    expect(await found({ productId, status: 'FAILED' })).toEqual([]);
    expect(await found({ productId: 'no uuid' })).toEqual([]);
    expect(await errorOf(page(actor, { productId: 'no uuid', nextToken: 'invented' }))).toMatchObject({
      code: 'InvalidNextToken',
    });
    expect(await found({ manual: true })).toEqual([title]);
    expect(await found({ manual: false })).toEqual([running, bullets]);
    for (const filters of [{}, { status: 'SUCCESS' }, { applicationId: 'product-title' }] as const) {
      expect(await found({ ...filters, createdAfter: 1000, createdBefore: 1001 })).toEqual([title]);
      expect(await found({ ...filters, createdBefore: 1000 })).toEqual([]);
    }
    for (const filters of [{}, { applicationId: 'bullet-points' }])
      expect(await found({ ...filters, createdAfter: 1001 })).toEqual([running, bullets]);
    expect(await found({ applicationId: 'product-title', createdAfter: 1001 })).toEqual([]);
  });
});

describe('cancelling', () => {
  it('ends a RUNNING generation once, tells its worker and the waiting clients, and frees its place', async () => {
    const { actor, id } = await environment.createInNewWorkspace(PRICED);
    const { epoch } = await environment.claimSuccessfully(id);
    const heard: string[] = [];
    const subscriptions = [
      environment.worker.onNotification(generationCancelled, '*', (one) => heard.push(`worker ${one.id}`)),
      environment.gateway.onNotification(generationEnded, actor.workspaceId, (one) =>
        heard.push(`client ${one.id}`),
      ),
      environment.gateway.onNotification(liveGeneration, id, (one) => heard.push(JSON.stringify(one))),
    ];
    const cancelled = await environment.cancel(actor, id);
    expect(cancelled).toMatchObject({
      status: 'FAILED',
      errorCode: 'Cancelled',
      errorMessage: { en: 'The generation was cancelled.', zh: '生成任务已取消。' },
      completedAt: expect.any(Number),
      usage: { inputTokens: 503, outputTokens: null, calls: 1, partial: true, costMicros: 1258 },
    });
    expect(await environment.cancel(actor, id)).toEqual(cancelled);
    await waitUntil(() => heard.length >= 3);
    for (const subscription of subscriptions) subscription.unsubscribe();
    expect(heard.sort()).toEqual([`client ${id}`, `worker ${id}`, '{"ended":true}']);
    expect(await environment.finish(id, epoch, SUCCESS)).toBe(false);
    expect(await environment.claim(id, 'w2')).toEqual({ state: 'nothing' });
    const events = (await environment.outboxRecords(id)).filter(({ kind }) => kind === 'event');
    expect(events).toEqual([expect.objectContaining({ topic: 'generation.failed' })]);
  });

  it('counts what the worker tells after it', async () => {
    const { actor, id } = await environment.createInNewWorkspace(PRICED);
    const { epoch } = await environment.claimSuccessfully(id);
    await environment.cancel(actor, id);
    const told = { generationId: id, epoch, usage: USED, errorCode: 'Cancelled' as const };
    expect(await environment.release(told)).toBe(false);
    expect(await environment.release({ ...told, usage: { ...USED, calls: 9 } })).toBe(false); // a late repeat
    expect((await environment.get(actor, id)).usage).toEqual({ ...USED, costMicros: COST, currency: 'EUR' });
    expect(await environment.ledger(id)).toMatchObject([
      { calls: 1, cost_micros: COST, error_code: 'Cancelled' },
    ]);
  });

  it('leaves an ended generation as it is, and does not know that of another workspace', async () => {
    const actor = newActor();
    const id = await environment.createEnded(actor, SUCCESS);
    const before = await environment.get(actor, id);
    expect(await environment.cancel(actor, id)).toEqual(before);
    const { id: running } = (await environment.create(actor)).generation;
    for (const request of [environment.cancel(newActor(), running), environment.cancel(actor, 'no id')])
      expect(await errorOf(request)).toMatchObject({ code: 'NotFound' });
    expect(await environment.get(actor, running)).toMatchObject({ status: 'RUNNING' });
  });

  const ROUNDS = sized(10, 50);
  const AT_ONCE = 20;

  it('against a finishing worker has one outcome, many times', async () => {
    const outcomes = { SUCCESS: 0, Cancelled: 0 };
    const ids: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const races = Array.from({ length: AT_ONCE }, async (_none, n) => {
        const { actor, id } = await environment.createInNewWorkspace(PRICED);
        const { epoch } = await environment.claimSuccessfully(id, `w${n}`);
        // From a sure cancellation over those that meet to a sure end, in milliseconds. A cancellation takes longer.
        const cancel = sleep(n).then(() => answered(() => environment.cancel(actor, id)));
        const finish = sleep(5 * (AT_ONCE - n)).then(() =>
          environment.finish(id, epoch, { ...SUCCESS, usage: USED }),
        );
        return { actor, id, answer: await cancel, accepted: await finish };
      });
      for (const { actor, id, answer, accepted } of await Promise.all(races)) {
        const record = await environment.get(actor, id);
        expect(record).toMatchObject(
          accepted
            ? { status: 'SUCCESS', result: SUCCESS.result }
            : { status: 'FAILED', errorCode: 'Cancelled' },
        );
        expect(answer.status).toBe(record.status);
        expect(record.usage).toEqual({ ...USED, costMicros: COST, currency: 'EUR' });
        ids.push(id);
        outcomes[accepted ? 'SUCCESS' : 'Cancelled'] += 1;
      }
    }
    expect(outcomes.SUCCESS + outcomes.Cancelled).toBe(ROUNDS * AT_ONCE);
    expect(Math.min(outcomes.SUCCESS, outcomes.Cancelled)).toBeGreaterThan(0);
    const [{ events } = { events: [] }] = await environment.sql<{ events: number[] }>(
      `SELECT array_agg(DISTINCT sent) AS events FROM (
         SELECT count(*)::int AS sent FROM outbox_record
         WHERE kind = 'event' AND payload->>'subject' = ANY ($1) GROUP BY payload->>'subject') AS one`,
      [ids],
    );
    expect(events).toEqual([1]);
  });
});

describe('repeating', () => {
  it('accepts a new generation with the former inputs and settings, where the body has no others', async () => {
    const actor = newActor();
    const inputs = { keywords: ['oak'], note: 'warm', [ODD_TEXT]: ODD_TEXT };
    const settings = { tone: 'witty', model: 'acme:large', language: 'de', temperature: 0.3 };
    const id = await environment.createEnded(actor, FAILURE, { inputs, environment: settings, manual: true });
    const change = { environment: { tone: 'formal' }, inputs: { note: 'cold' } };
    const { generation, replayed } = await environment.retry(actor, id, change, 'again');
    expect(replayed).toBe(false);
    expect(generation).toMatchObject({
      applicationId: 'product-title',
      status: 'RUNNING',
      retryOf: id,
      manual: true,
      inputs: { ...inputs, note: 'cold', variants: 1 },
      environment: { ...settings, tone: 'formal' },
      marketplace: 'US',
    });
    const elsewhere = await environment.retry(actor, id, { environment: { marketplace: 'MX' } });
    expect(elsewhere.generation).toMatchObject({ environment: { language: 'es-MX' }, marketplace: 'MX' });
    expect(generation.id).not.toBe(id);
    expect(await environment.get(actor, generation.id)).toEqual(generation);
    expect(await environment.retry(actor, id, change, 'again')).toEqual({ generation, replayed: true });
    expect(await errorOf(environment.retry(actor, id, {}, 'again'))).toMatchObject({
      code: 'IdempotencyKeyReused',
    });
    expect(await environment.claim(generation.id, 'w')).toMatchObject({ state: 'claimed' });
  });

  it('is refused while it is RUNNING, for another workspace, and with settings that are not valid', async () => {
    const { actor, id } = await environment.createInNewWorkspace();
    expect(await errorOf(environment.retry(actor, id))).toMatchObject({ code: 'InvalidState' });
    await environment.cancel(actor, id);
    expect(await errorOf(environment.retry(newActor(), id))).toMatchObject({ code: 'NotFound' });
    const unknown = { environment: { model: 'acme:tiny' } };
    expect(await errorOf(environment.retry(actor, id, unknown))).toMatchObject({
      code: 'InvalidArgument',
      target: 'environment.model',
    });
    const gone = { inputs: { productId: newId() } };
    expect(await errorOf(environment.retry(actor, id, gone))).toMatchObject({
      code: 'UnknownReference',
      target: 'inputs.productId',
    });
  });
});

describe('deleting', () => {
  it('removes an ended generation, and keeps what it used', async () => {
    const actor = newActor();
    const { generation } = await environment.create(actor, {}, 'key');
    const { id } = generation;
    expect(await errorOf(environment.delete(actor, id))).toMatchObject({ code: 'InvalidState' });
    await environment.finish(id, (await environment.claimSuccessfully(id)).epoch, SUCCESS);
    expect(await errorOf(environment.delete(newActor(), id))).toMatchObject({ code: 'NotFound' });
    await environment.delete(actor, id);
    const gone = [
      environment.get(actor, id),
      environment.delete(actor, id),
      environment.cancel(actor, id),
      environment.retry(actor, id),
      environment.create(actor, {}, 'key'), // the key's generation
    ];
    for (const request of gone) expect(await errorOf(request)).toMatchObject({ code: 'NotFound' });
    expect(await page(actor)).toEqual({ generations: [] });
    expect(await environment.ledger(id)).toHaveLength(1);
  });

  it('counts what the worker of a cancelled generation tells later', async () => {
    const { actor, id } = await environment.createInNewWorkspace(PRICED);
    const { epoch } = await environment.claimSuccessfully(id);
    await environment.cancel(actor, id);
    await environment.delete(actor, id);
    await environment.release({ generationId: id, epoch, usage: USED });
    expect(await environment.ledger(id)).toMatchObject([{ input_tokens: 1000, cost_micros: COST }]);
  });
});
