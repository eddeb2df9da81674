// What the attempts of a generation used and cost, however it ended, and the models with their prices.
import {
  listGenerations,
  listGenerationStatistics,
  type Actor,
  type GenerationList,
  type GenerationOutcome,
  type GenerationPoint,
  type StatisticsQuery,
} from '#contracts';
import { GenerationStatisticsService } from '../../src/statistics/generation-statistics.service.ts';
import { errorOf } from '../answers.ts';
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

describe('statistics', () => {
  const HOUR = 3600;
  /** The points of the last two hours: a test may run over the end of one. */
  async function pointsOf(
    actor: Actor,
    by?: StatisticsQuery['by'],
  ): Promise<Omit<GenerationPoint, 'start'>[]> {
    const thisHour = Math.floor(Date.now() / 1000 / HOUR) * HOUR;
    const range = { from: thisHour - 86_400, to: thisHour + HOUR, interval: 'hour' } as const;
    const { points } = await environment.gateway.request(listGenerationStatistics, { actor, ...range, by });
    const keys = [...new Set(points.map(({ key }) => key))].sort();
    return keys.map((key) => {
      const all = points.filter((point) => point.key === key);
      const total = (of: (point: GenerationPoint) => number): number =>
        all.reduce((sum, point) => sum + of(point), 0);
      const codes = [...new Set(all.flatMap(({ byErrorCode }) => Object.keys(byErrorCode)))];
      return {
        ...(key === undefined ? {} : { key }),
        success: total(({ success }) => success),
        byErrorCode: Object.fromEntries(
          codes.map((code) => [code, total(({ byErrorCode }) => byErrorCode[code] ?? 0)]),
        ),
        tokens: { input: total(({ tokens }) => tokens.input), output: total(({ tokens }) => tokens.output) },
        costMicros: all.some(({ costMicros }) => costMicros !== null)
          ? total(({ costMicros }) => costMicros ?? 0)
          : null,
      };
    });
  }
  const tokens = (count: number) => ({ input: count * USED.inputTokens, output: count * USED.outputTokens });
  const success = { ...SUCCESS, usage: USED };
  const failure: GenerationOutcome = { status: 'FAILED', errorCode: 'ModelTimeout', usage: USED };
  const UNPRICED = { environment: { model: 'acme:free' } };

  it('count each end and each attempt once, however often it is reported, and keep what is deleted', async () => {
    const { actor, id } = await environment.createInNewWorkspace(PRICED);
    const first = await environment.claimSuccessfully(id);
    for (let n = 0; n < 2; n += 1)
      await environment.release({ generationId: id, epoch: first.epoch, ...RETRIED });
    const { epoch } = await environment.claimSuccessfully(id);
    for (let n = 0; n < 2; n += 1) await environment.finish(id, epoch, success);
    await environment.createEnded(actor, failure, UNPRICED);
    const cancelled = await environment.create(actor, PRICED);
    const claim = await environment.claimSuccessfully(cancelled.generation.id);
    for (let n = 0; n < 2; n += 1) await environment.cancel(actor, cancelled.generation.id);
    await environment.delete(actor, cancelled.generation.id);
    await environment.finish(cancelled.generation.id, claim.epoch, failure); // what it had used until then
    await environment.delete(actor, id);

    const ended = { success: 1, byErrorCode: { ModelTimeout: 1, Cancelled: 1 } };
    const counted = await pointsOf(actor);
    expect(counted).toEqual([{ ...ended, tokens: tokens(4), costMicros: 3 * COST }]);
    expect(await pointsOf(actor, 'model')).toEqual([
      { key: 'acme:free', success: 0, byErrorCode: { ModelTimeout: 1 }, tokens: tokens(1), costMicros: null },
      {
        key: 'acme:large',
        success: 1,
        byErrorCode: { Cancelled: 1 },
        tokens: tokens(3),
        costMicros: 3 * COST,
      },
    ]);
    expect((await pointsOf(actor, 'errorCode')).map(({ key, success: ok }) => [key, ok])).toEqual([
      ['Cancelled', 0],
      ['ModelTimeout', 0],
      ['ModelUnavailable', 0],
      [undefined, 1],
    ]);
    expect((await pointsOf(actor, 'application')).map(({ key }) => key)).toEqual(['product-title']);
    expect(await pointsOf(newActor())).toEqual([]);
  });

  it('lose nothing when many end at once', async () => {
    const actor = newActor();
    const claimed: { id: string; epoch: number }[] = [];
    for (let n = 0; n < 40; n += 1) {
      const { id } = (await environment.create(actor, PRICED)).generation;
      claimed.push({ id, epoch: (await environment.claimSuccessfully(id)).epoch });
    }
    await Promise.all(
      claimed.map(({ id, epoch }, n) => environment.finish(id, epoch, n % 2 ? success : failure)),
    );
    const ended = { success: 20, byErrorCode: { ModelTimeout: 20 } };
    const points = [{ ...ended, tokens: tokens(40), costMicros: 40 * COST }];
    expect(await pointsOf(actor)).toEqual(points);
    const slots = async (): Promise<number[]> => {
      const sql = 'SELECT DISTINCT slot FROM statistic WHERE workspace_id = $1';
      return (await environment.sql<{ slot: number }>(sql, [actor.workspaceId])).map(({ slot }) => slot);
    };
    expect(await slots()).not.toContain(0);
    await app.get(GenerationStatisticsService, { strict: false }).addUpSlots(); // not yet: transactions may still add
    expect(await slots()).not.toContain(0);
    const twoHours = 'UPDATE statistic SET hour = hour - 2 WHERE workspace_id = $1';
    await environment.sql(twoHours, [actor.workspaceId]);
    await app.get(GenerationStatisticsService, { strict: false }).addUpSlots();
    expect(await slots()).toEqual([0]);
    expect(await pointsOf(actor)).toEqual(points);
  });

  it('by versions of prompts tell what each has written, which the record and the ledger name too', async () => {
    const actor = newActor();
    const versions = { promptVersion: '0a1b2c3d', policyVersion: '2026-11-24.aa' };
    const claims = [
      {
        index: 0,
        start: 0,
        end: 7,
        evidence: [{ field: 'product.brand', quote: 'Fenwick' }],
        supported: true,
      },
    ];
    const coverage = { keywords: [{ keyword: 'oak', found: ['0.text'] }], facts: { used: 1, of: 2 } };
    const written = { ...SUCCESS, claims, coverage, usage: { ...USED, ...versions } };
    const id = await environment.createEnded(actor, written);
    expect(await environment.get(actor, id)).toMatchObject({ ...versions, claims, coverage });
    const refused = { status: 'FAILED', errorCode: 'ModelTimeout', usage: { ...USED, ...versions } } as const;
    const failed = await environment.createEnded(actor, refused);
    expect(await environment.get(actor, failed)).toMatchObject(versions);
    await environment.createEnded(actor, { status: 'FAILED', errorCode: 'InsufficientProductData' });
    const list: GenerationList = await environment.gateway.request(listGenerations, { actor, limit: 10 });
    const listed = list.generations.find((one) => one.id === id);
    expect(listed).toMatchObject(versions);
    expect(listed).not.toHaveProperty('claims');
    expect(listed).not.toHaveProperty('coverage');
    const [row] = await environment.sql('SELECT prompt_version FROM invocation WHERE generation_id = $1', [
      id,
    ]);
    expect(row).toEqual({ prompt_version: versions.promptVersion });
    const points = await pointsOf(actor, 'promptVersion');
    expect(points.find(({ key }) => key === versions.promptVersion)).toMatchObject({
      success: 1,
      byErrorCode: { ModelTimeout: 1 },
      tokens: tokens(2),
    });
    expect(points.find(({ key }) => key === undefined)).toMatchObject({
      byErrorCode: { InsufficientProductData: 1 },
    });
  });

  it('of more than 400 points are refused', async () => {
    const actor = newActor();
    await environment.sql(
      `INSERT INTO statistic (workspace_id, hour, application_id, model, error_code, slot, generations)
       SELECT $1, 1, 'a', 'm' || n, '', 0, 1 FROM generate_series(1, 401) AS n`,
      [actor.workspaceId],
    );
    const input = { actor, from: 0, to: 2 * HOUR, interval: 'hour', by: 'model' } as const;
    const refused = environment.gateway.request(listGenerationStatistics, input);
    expect(await errorOf(refused)).toMatchObject({ code: 'InvalidArgument', target: 'by' });
  });
});
