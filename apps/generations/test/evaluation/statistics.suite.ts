// Statistics of generations: what became of them, and what they used, by hour, model, application, code and prompt version.
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
import { errorOf } from '#testing/answers';
import { newActor, SUCCESS } from '../generations-environment.ts';
import { app, environment } from '../suite-environment.ts';

const PRICED = { environment: { model: 'acme:large' } };
const USED = { inputTokens: 1000, outputTokens: 100, calls: 1 };
/** Cost of USED: 1000 tokens at 2.5 and 100 at 10 micro-units. */
const COST = 3500;
const RETRIED = { usage: USED, errorCode: 'ModelUnavailable' } as const;

describe('statistics', () => {
  const HOUR = 3600;
  /** The points of the last two hours: a test may run over the end of one. */
  async function pointsOf(
    actor: Actor,
    by?: StatisticsQuery['by'],
  ): Promise<Omit<GenerationPoint, 'start' | 'reviewed' | 'editShare' | 'findings'>[]> {
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
