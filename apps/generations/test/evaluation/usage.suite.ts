// What the attempts of a generation used and cost, however it ended, and the models with their prices.
import { type Actor, type GenerationOutcome } from '#contracts';
import { until } from '#testing/until';
import { newActor, SUCCESS } from '../generations-environment.ts';
import { reconcile } from '../reconciler-steps.ts';
import { app, environment } from '../suite-environment.ts';

const PRICED = { environment: { model: 'acme:large' } };
const USED = { inputTokens: 1000, outputTokens: 100, calls: 1 };
/** The prompt of a generation without inputs: our instructions, and its default inputs. */
const PROMPT_TOKENS = 503;
const PROMPT_COST = Math.round(PROMPT_TOKENS * 2.5);
/** What an attempt is charged that tells nothing. */
const UNTOLD = {
  inputTokens: PROMPT_TOKENS,
  outputTokens: null,
  calls: 1,
  partial: true,
  costMicros: PROMPT_COST,
  currency: 'EUR',
};
/** Cost of USED: 1000 tokens at 2.5 and 100 at 10 micro-units. */
const COST = 3500;
const RETRIED = { usage: USED, errorCode: 'ModelUnavailable' } as const;

describe('the usage of a generation', () => {
  /** Ends a claim without an outcome, as a worker does whose model call failed. */
  async function tryOnce(id: string, end: Partial<typeof RETRIED> | undefined): Promise<void> {
    const { epoch } = await environment.claimSuccessfully(id);
    if (end) await environment.release({ generationId: id, epoch, ...end });
    else await environment.expireLease(id); // the worker is dead
  }
  const usageOf = async (actor: Actor, id: string) => (await environment.get(actor, id)).usage;
  const finish = async (id: string, outcome: GenerationOutcome): Promise<void> => {
    await environment.finish(id, (await environment.claimSuccessfully(id)).epoch, outcome);
  };

  it('adds up all attempts, and has what they cost', async () => {
    const { actor, id } = await environment.createInNewWorkspace(PRICED);
    await tryOnce(id, RETRIED);
    await tryOnce(id, RETRIED);
    expect(await usageOf(actor, id)).toBeUndefined();
    await finish(id, { ...SUCCESS, usage: { ...USED, calls: 2, finishReason: 'stop' } });
    expect(await usageOf(actor, id)).toEqual({
      inputTokens: 3000,
      outputTokens: 300,
      calls: 4,
      costMicros: 3 * COST,
      currency: 'EUR',
    });
    expect(await environment.ledger(id)).toMatchObject([
      { epoch: 1, error_code: 'ModelUnavailable', cost_micros: COST, ended: true },
      { epoch: 2, error_code: 'ModelUnavailable' },
      { epoch: 3, error_code: null, finish_reason: 'stop', model: 'acme:large' },
    ]);
  });

  it.each<[string, GenerationOutcome['usage'], object]>([
    ['nothing was told', undefined, UNTOLD],
    [
      'a half was told',
      { ...USED, outputTokens: null, partial: true },
      { outputTokens: null, costMicros: 2500 },
    ],
    ['no call was made', { inputTokens: 0, outputTokens: 0, calls: 0 }, { calls: 0, costMicros: 0 }],
  ])(
    'of a failure is an estimate where nothing was told, and null where that is not known: %s',
    async (_, usage, expected) => {
      const actor = newActor();
      const failure: GenerationOutcome = {
        status: 'FAILED',
        errorCode: 'ModelTimeout',
        ...(usage ? { usage } : {}),
      };
      expect(await usageOf(actor, await environment.createEnded(actor, failure, PRICED))).toMatchObject(
        expected,
      );
    },
  );

  it('counts a killed worker as a call by an estimate of its prompt, and what others told', async () => {
    const { actor, id } = await environment.createInNewWorkspace(PRICED);
    await tryOnce(id, undefined);
    await finish(id, { ...SUCCESS, usage: USED });
    expect(await usageOf(actor, id)).toEqual({
      inputTokens: USED.inputTokens + PROMPT_TOKENS,
      outputTokens: USED.outputTokens,
      calls: 2,
      partial: true,
      costMicros: COST + PROMPT_COST,
      currency: 'EUR',
    });
    const lost = await environment.createInNewWorkspace(PRICED);
    for (let n = 0; n < 4; n += 1) await tryOnce(lost.id, undefined);
    await reconcile(app);
    expect(await environment.get(lost.actor, lost.id)).toMatchObject({
      errorCode: 'GenerationInterrupted',
      usage: { ...UNTOLD, inputTokens: 4 * PROMPT_TOKENS, calls: 4, costMicros: 4 * PROMPT_COST },
    });
  });

  it('is charged with the end when its worker tells nothing, and what the worker tells later comes in its place', async () => {
    const { actor, id } = await environment.createInNewWorkspace(PRICED);
    const { workspaceId } = actor;
    const spent = () =>
      environment.sql('SELECT spent_micros::int FROM spending WHERE workspace_id = $1', [workspaceId]);
    const counted = () =>
      environment.sql(
        `SELECT sum(attempts)::int AS attempts, sum(input_tokens)::int AS input, sum(output_tokens)::int AS output,
           sum(cost_micros)::int AS cost FROM statistic WHERE workspace_id = $1 AND error_code = 'Cancelled'`,
        [workspaceId],
      );
    const { epoch } = await environment.claimSuccessfully(id);
    expect(await environment.cancel(actor, id)).toMatchObject({ usage: UNTOLD });
    expect(await spent()).toEqual([{ spent_micros: PROMPT_COST }]);
    expect(await counted()).toEqual([{ attempts: 1, input: PROMPT_TOKENS, output: 0, cost: PROMPT_COST }]);
    const told = { inputTokens: 100, outputTokens: 10, calls: 1, partial: true } as const;
    for (let n = 0; n < 2; n += 1)
      await environment.release({ generationId: id, epoch, usage: told, errorCode: 'Cancelled' });
    expect(await usageOf(actor, id)).toEqual({ ...told, costMicros: 350, currency: 'EUR' });
    expect(await spent()).toEqual([{ spent_micros: 350 }]);
    expect(await counted()).toEqual([{ attempts: 1, input: 100, output: 10, cost: 350 }]);
  });

  it('is told late of one claim while a later claim ends, and neither waits in a circle', async () => {
    const { actor, id } = await environment.createInNewWorkspace(PRICED);
    await environment.createEnded(actor, { ...SUCCESS, usage: USED }, PRICED); // so that the workspace has a sum
    await tryOnce(id, undefined);
    const { epoch } = await environment.claimSuccessfully(id);
    // As the report does: first the row of the claim, then the sum.
    await environment.sql('BEGIN');
    await environment.sql('SELECT FROM invocation WHERE generation_id = $1 AND epoch = 1 FOR UPDATE', [id]);
    const ending = environment.finish(id, epoch, { ...SUCCESS, usage: USED });
    const waits = "SELECT FROM pg_locks WHERE NOT granted AND locktype IN ('tuple', 'transactionid')";
    await until('the end waits for the row', async () => (await environment.sql(waits)).length > 0);
    await environment.sql('UPDATE spending SET spent_micros = spent_micros WHERE workspace_id = $1', [
      actor.workspaceId,
    ]);
    await environment.sql('COMMIT');
    expect(await ending).toBe(true);
  });

  it('is there after the deadline, with a call and without one', async () => {
    const waiting = await environment.createInNewWorkspace(PRICED);
    const writing = await environment.createInNewWorkspace(PRICED);
    const { epoch } = await environment.claimSuccessfully(writing.id);
    for (const { id } of [waiting, writing]) await environment.expireDeadline(id);
    await reconcile(app);
    await environment.finish(writing.id, epoch, {
      status: 'FAILED',
      errorCode: 'DeadlineExceeded',
      usage: USED,
    });
    expect(await environment.get(waiting.actor, waiting.id)).toMatchObject({
      errorCode: 'DeadlineExceeded',
      usage: { inputTokens: 0, outputTokens: 0, calls: 0, costMicros: 0 },
    });
    expect(await usageOf(writing.actor, writing.id)).toMatchObject({ ...USED, costMicros: COST });
  });

  it('has no cost without a price, and costs 0 offline', async () => {
    const actor = newActor();
    const success = { ...SUCCESS, usage: USED };
    const unpriced = await environment.createEnded(actor, success, { environment: { model: 'acme:free' } });
    const offline = await environment.createEnded(actor, success);
    expect(await usageOf(actor, unpriced)).toEqual({ ...USED, costMicros: null });
    expect(await usageOf(actor, offline)).toEqual({ ...USED, costMicros: 0 });
  });
});
