// Ends of generations over the real bus: only the latest claim of a generation can end it, and once.
import {
  createBatch,
  generationEnded,
  getGeneration,
  GENERATION_ERRORS,
  type GenerationOutcome,
} from '#contracts';
import { until } from '#testing/until';
import { durations, generations } from '../../src/metrics.ts';
import { FAILURE, newActor, ODD_TEXT, SUCCESS, waitUntil } from '../generations-environment.ts';
import { productFor } from '../stand-in-catalogue.ts';
import { environment } from '../suite-environment.ts';

const eventsOf = async (id: string) =>
  (await environment.outboxRecords(id)).filter(({ kind }) => kind === 'event');

/** How many successes were counted, and the duration was measured of: of single generations, then of members of batches. */
async function measured(): Promise<number[]> {
  const { values } = await durations.get();
  const counts = values.filter(({ metricName }) => metricName === 'generation_duration_seconds_count');
  const counted = [(await generations.get()).values, counts];
  return ['false', 'true'].flatMap((expected) =>
    counted.map((all) => {
      const ofKind = all.filter(({ labels }) => {
        const { status, batch } = labels as Record<string, unknown>;
        return status === 'SUCCESS' && batch === expected;
      });
      return ofKind.reduce((sum, { value }) => sum + value, 0);
    }),
  );
}

/** Begins a batch of one product; gives the id of its generation. */
async function createMember(): Promise<string> {
  const actor = newActor();
  const products = { ids: [productFor(actor, { title: 'Board' }).id] };
  await environment.gateway.request(createBatch, {
    actor,
    body: { applicationId: 'product-title', products },
  });
  const text = 'SELECT id FROM generation WHERE workspace_id = $1';
  return until('the batch has begun', async () => {
    const rows = await environment.sql<{ id: string }>(text, [actor.workspaceId]);
    return rows[0]?.id;
  });
}

describe('finishing a generation', () => {
  it('shows the result of a success and stores its usage', async () => {
    const { actor, id } = await environment.createInNewWorkspace();
    const { epoch, invocationId } = await environment.claimSuccessfully(id);
    expect(await environment.finish(id, epoch, SUCCESS)).toBe(true);
    const { status, result, resultType, checks, usage, ...rest } = await environment.get(actor, id);
    const shown = { ...SUCCESS.usage, costMicros: 0 };
    expect({ status, result, resultType, checks, usage }).toEqual({ ...SUCCESS, usage: shown });
    expect(rest).toMatchObject({ invocationId, completedAt: expect.any(Number) });
    expect(rest).not.toHaveProperty('errorCode');
    expect(await environment.ledger(id)).toEqual([
      expect.objectContaining({
        model: 'offline:composer-1',
        calls: 2,
        input_tokens: 210,
        output_tokens: null,
      }),
    ]);
  });

  it('works with text that Postgres cannot read as text', async () => {
    const { actor, id } = await environment.createInNewWorkspace({
      inputs: { [ODD_TEXT]: ODD_TEXT },
      environment: { tone: ODD_TEXT },
    });
    const { epoch, task } = await environment.claimSuccessfully(id);
    expect(task).toMatchObject({ inputs: { [ODD_TEXT]: ODD_TEXT }, environment: { tone: ODD_TEXT } });
    const result = [{ text: ODD_TEXT }];
    expect(await environment.finish(id, epoch, { ...SUCCESS, result })).toBe(true);
    expect(await environment.get(actor, id)).toMatchObject({ status: 'SUCCESS', result });
  });

  it('shows the error of a failure and its usage', async () => {
    const { actor, id } = await environment.createInNewWorkspace();
    const { epoch } = await environment.claimSuccessfully(id);
    expect(await environment.finish(id, epoch, FAILURE)).toBe(true);
    const shown = await environment.get(actor, id);
    expect(shown).toMatchObject({
      status: 'FAILED',
      errorCode: 'ContentFiltered',
      errorMessage: GENERATION_ERRORS.ContentFiltered,
      completedAt: expect.any(Number),
    });
    for (const field of ['result', 'resultType', 'invocationId', 'checks'])
      expect(shown).not.toHaveProperty(field);
    expect(shown.usage).toEqual({ inputTokens: 40, outputTokens: 8, calls: 1, costMicros: 0 });
    expect(await environment.ledger(id)).toMatchObject([
      { error_code: 'ContentFiltered', finish_reason: 'stop' },
    ]);
  });

  it.each<[string, GenerationOutcome, object]>([
    ['generation.succeeded', SUCCESS, {}],
    ['generation.failed', FAILURE, { errorCode: 'ContentFiltered' }],
  ])(
    'sends one event %s and one notification, with the record of a success',
    async (topic, outcome, more) => {
      const { actor, id } = await environment.createInNewWorkspace();
      const notified: object[] = [];
      const subscription = environment.gateway.onNotification(generationEnded, actor.workspaceId, (end) =>
        notified.push(end),
      );
      const { epoch } = await environment.claimSuccessfully(id);
      await environment.finish(id, epoch, outcome);
      await waitUntil(() => notified.length > 0);
      subscription.unsubscribe();
      const generation = await environment.gateway.request(getGeneration, { actor, id });
      expect(notified).toEqual([outcome === SUCCESS ? { id, generation } : { id }]);
      const { request_id: requestid } = await environment.row(id);
      expect(await eventsOf(id)).toEqual([
        expect.objectContaining({
          topic,
          payload: expect.objectContaining({
            type: topic,
            requestid,
            data: { workspaceId: actor.workspaceId, generationId: id, ...more },
          }),
        }),
      ]);
    },
  );

  it('measures members of batches apart, which wait for each other', async () => {
    const added = async (id: string): Promise<number[]> => {
      const before = await measured();
      const { epoch } = await environment.claimSuccessfully(id);
      await environment.finish(id, epoch, SUCCESS);
      await waitUntil(async () => String(await measured()) !== String(before));
      return (await measured()).map((count, n) => count - (before[n] ?? 0));
    };
    expect(await added((await environment.createInNewWorkspace()).id)).toEqual([1, 1, 0, 0]);
    expect(await added(await createMember())).toEqual([0, 0, 1, 1]);
  });

  it('accepts the same outcome again without a second effect', async () => {
    const { id } = await environment.createInNewWorkspace();
    const { epoch } = await environment.claimSuccessfully(id);
    const accepted = await Promise.all([
      environment.finish(id, epoch, SUCCESS),
      environment.finish(id, epoch, SUCCESS),
    ]);
    expect([...accepted, await environment.finish(id, epoch, SUCCESS)]).toEqual([true, true, true]);
    expect(await environment.ledger(id)).toHaveLength(1);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('refuses an outcome that contradicts the first one', async () => {
    const { actor, id } = await environment.createInNewWorkspace();
    const { epoch } = await environment.claimSuccessfully(id);
    await environment.finish(id, epoch, SUCCESS);
    expect(await environment.finish(id, epoch, FAILURE)).toBe(false);
    expect(await environment.get(actor, id)).toMatchObject({ status: 'SUCCESS' });
  });

  it('discards the outcome of an overtaken claim, before and after the end by the latest claim', async () => {
    const { actor, id } = await environment.createInNewWorkspace();
    const late = await environment.claimSuccessfully(id, 'w1');
    await environment.expireLease(id);
    const { epoch } = await environment.claimSuccessfully(id, 'w2');
    expect(await environment.finish(id, late.epoch, FAILURE)).toBe(false);
    expect(await environment.get(actor, id)).toMatchObject({ status: 'RUNNING' });
    expect(await environment.finish(id, epoch, SUCCESS)).toBe(true);
    expect(await environment.finish(id, late.epoch, SUCCESS)).toBe(false);
    expect(await environment.ledger(id)).toMatchObject([
      { epoch: 1, error_code: 'ContentFiltered' },
      { epoch: 2, error_code: null },
    ]);
  });

  it('keeps a result text that Postgres cannot read as text', async () => {
    const { actor, id } = await environment.createInNewWorkspace();
    const { epoch } = await environment.claimSuccessfully(id);
    const outcome = { ...SUCCESS, resultType: 'TEXT' as const, result: 'a\u0000b\udfff' };
    expect(await environment.finish(id, epoch, outcome)).toBe(true);
    expect((await environment.get(actor, id)).result).toBe(outcome.result);
  });

  it('refuses a result of another type than resultType and ends nothing', async () => {
    const { actor, id } = await environment.createInNewWorkspace();
    const { epoch } = await environment.claimSuccessfully(id);
    const wrong: GenerationOutcome = { ...SUCCESS, resultType: 'TEXT' };
    await expect(environment.finish(id, epoch, wrong)).rejects.toMatchObject({ code: 'InternalFault' });
    expect(await environment.get(actor, id)).toMatchObject({ status: 'RUNNING' });
  });
});
