// Scores of generations, and what people decide about results in the statistics.
import {
  acceptGeneration,
  createApplication,
  getGenerationScores,
  listGenerationStatistics,
  OFFLINE_MODEL,
  rejectGeneration,
  type Actor,
  type GenerationOutcome,
  type GenerationPoint,
  type InputOf,
} from '#contracts';
import { GenerationStatisticsService } from '../../src/statistics/generation-statistics.service.ts';
import { errorOf } from '#testing/answers';
import { newActor, SUCCESS } from '../generations-environment.ts';
import { productFor } from '../stand-in-catalogue.ts';
import { app, environment } from '../suite-environment.ts';

const WRITTEN = { hardFirst: 2, repaired: 1, lengthUse: 0.5, distinct: 1, languageShare: 1 } as const;
const check = (rule: string, severity: 'hard' | 'warning' = 'warning') => ({
  variant: 0,
  rule,
  severity,
  start: 0,
  end: 1,
  message: { en: 'en', zh: 'zh' },
  policyVersion: '1',
});
const SCORED: GenerationOutcome = {
  ...SUCCESS,
  result: [{ text: 'Fenwick Oak Serving Board' }, { text: 'Oak Board' }],
  checks: [check('DUPLICATE'), check('DUPLICATE'), check('NO_CAPITAL')],
  coverage: {
    keywords: [
      { keyword: 'oak', found: ['0.text'] },
      { keyword: 'teak', found: [] },
    ],
    facts: { used: 1, of: 3 },
  },
  scores: WRITTEN,
  usage: { inputTokens: 1000, outputTokens: 100, calls: 2 },
};
const PRICED = { environment: { model: 'acme:large' } };

const scoresOf = (actor: Actor, id: string) =>
  environment.gateway.request(getGenerationScores, { actor, id });
const accept = (actor: Actor, id: string, body: InputOf<typeof acceptGeneration>['body'] = {}) =>
  environment.gateway.request(acceptGeneration, { actor, id, body });
const reject = (actor: Actor, id: string) =>
  environment.gateway.request(rejectGeneration, { actor, id, body: {} });

describe('scores', () => {
  it('are those of its end, of its ledger and of people; none while it is running', async () => {
    const actor = newActor();
    const { id } = (await environment.create(actor, PRICED)).generation;
    expect(await scoresOf(actor, id)).toEqual({});
    const { epoch } = await environment.claimSuccessfully(id);
    await environment.finish(id, epoch, SCORED);
    const atEnd = {
      ...WRITTEN,
      warnings: 3,
      factsCovered: 0.333,
      keywordsCovered: 0.5,
      latencyMs: expect.any(Number) as number,
      inputTokens: 1000,
      outputTokens: 100,
      costMicros: 3500,
    };
    expect(await scoresOf(actor, id)).toEqual(atEnd);
    expect(await environment.get(actor, id)).not.toHaveProperty('scores');
    await reject(actor, id);
    expect(await scoresOf(actor, id)).toEqual({ ...atEnd, accepted: 0, rejected: 1 });
    const { review } = await accept(actor, id, { result: [{ text: 'Fenwick Oak Cutting Board' }] });
    expect(review).toMatchObject({ state: 'ACCEPTED', editShare: 0.25 });
    expect(await scoresOf(actor, id)).toEqual({ ...atEnd, accepted: 1, rejected: 0, edited: 0.25 });
    await accept(actor, id, { variant: 1 });
    expect(await scoresOf(actor, id)).toMatchObject({ accepted: 1, edited: 0 });
  });

  it('of a person’s version compare with the variant that is nearest to it', async () => {
    const actor = newActor();
    const id = await environment.createEnded(actor, SCORED);
    const { review } = await accept(actor, id, { result: [{ text: 'OAK Board' }] });
    expect(review).toMatchObject({ editShare: 0 });
  });

  it('of a failure are what is known of it, and of an older worker what follows from the record', async () => {
    const actor = newActor();
    const failed = await environment.createEnded(actor, {
      status: 'FAILED',
      errorCode: 'QualityCheckFailed',
      draft: [{ text: 'Call us' }],
      checks: [check('LINK_OR_CONTACT', 'hard')],
      scores: { hardFirst: 1, repaired: 0 },
      usage: { inputTokens: null, outputTokens: null, calls: 1 },
    });
    expect(await scoresOf(actor, failed)).toEqual({
      hardFirst: 1,
      repaired: 0,
      costMicros: 0,
      latencyMs: expect.any(Number) as number,
    });
    const old = await environment.createEnded(actor, SUCCESS);
    expect(await scoresOf(actor, old)).not.toHaveProperty('hardFirst');
    expect(await scoresOf(actor, old)).toMatchObject({ warnings: 0 });
  });

  it('are those of the workspace only', async () => {
    const { id } = await environment.createInNewWorkspace();
    expect(await errorOf(scoresOf(newActor(), id))).toMatchObject({ code: 'NotFound' });
    expect(await errorOf(scoresOf(newActor(), 'x'))).toMatchObject({ code: 'NotFound' });
  });
});

describe('statistics of decisions', () => {
  const HOUR = 3600;
  async function points(actor: Actor, by?: 'model' | 'errorCode'): Promise<GenerationPoint[]> {
    const thisHour = Math.floor(Date.now() / 1000 / HOUR) * HOUR;
    const range = { from: thisHour - 48 * HOUR, to: thisHour + HOUR, interval: 'hour' } as const;
    return (await environment.gateway.request(listGenerationStatistics, { actor, ...range, by })).points;
  }
  const qualityOf = ({ reviewed, editShare, findings }: GenerationPoint) => ({
    reviewed,
    editShare,
    findings,
  });
  const FOUND = { DUPLICATE: 2, NO_CAPITAL: 1 };

  it('count the last decision about each result, in its hour', async () => {
    const actor = newActor();
    const id = await environment.createEnded(actor, SCORED);
    const other = await environment.createEnded(actor, SCORED);
    await accept(actor, id, { result: [{ text: 'Fenwick Oak Cutting Board' }] });
    await accept(actor, other);
    const twice = { DUPLICATE: 4, NO_CAPITAL: 2 };
    const sum = async () => {
      const all = await points(actor);
      return all.map(qualityOf);
    };
    expect(await sum()).toEqual([
      { reviewed: { accepted: 2, edited: 1, rejected: 0 }, editShare: 0.125, findings: twice },
    ]);
    await reject(actor, id);
    await reject(actor, id);
    expect(await sum()).toEqual([
      { reviewed: { accepted: 1, edited: 0, rejected: 1 }, editShare: 0, findings: twice },
    ]);
    const thisHour = Math.floor(Date.now() / 1000 / HOUR);
    await environment.sql(`UPDATE statistic SET hour = hour - 24 WHERE workspace_id = $1`, [
      actor.workspaceId,
    ]);
    await environment.sql(
      `UPDATE generation SET review = jsonb_set(review, '{at}', to_jsonb((review->>'at')::int - 86400))
       WHERE id = ANY ($1)`,
      [[id, other]],
    );
    await accept(actor, id);
    const moved = (await points(actor)).filter(({ start }) => start >= (thisHour - 1) * HOUR);
    const kept = (await points(actor)).filter(({ start }) => start < (thisHour - 1) * HOUR);
    expect(moved.map(qualityOf)).toEqual([
      { reviewed: { accepted: 1, edited: 0, rejected: 0 }, editShare: 0, findings: {} },
    ]);
    expect(kept.map(qualityOf)).toEqual([
      { reviewed: { accepted: 1, edited: 0, rejected: 0 }, editShare: 0, findings: twice },
    ]);
    await app.get(GenerationStatisticsService, { strict: false }).addUpSlots();
    expect((await points(actor)).filter(({ start }) => start < (thisHour - 1) * HOUR).map(qualityOf)).toEqual(
      kept.map(qualityOf),
    );
  });

  it('count a listing as changed while one of its parts is, whatever parts are accepted after it', async () => {
    const actor = newActor();
    const result = [
      { part: 'title', text: 'Fenwick Oak Board' },
      { part: 'searchTerms', text: 'kitchen' },
    ];
    const listing = {
      applicationId: 'listing',
      inputs: { productId: productFor(actor, { title: 'Fenwick Oak Plank Board' }).id },
    };
    const id = await environment.createEnded(actor, { ...SUCCESS, resultType: 'RESULTS', result }, listing);
    const counted = async () => {
      const all = await points(actor);
      const { edited } = await scoresOf(actor, id);
      return { ...all.map(({ reviewed, editShare }) => ({ ...reviewed, editShare }))[0], score: edited };
    };
    await accept(actor, id, { result: [{ part: 'title', text: 'Fenwick Oak Plank Board' }] });
    const changed = { accepted: 1, edited: 1, rejected: 0 };
    expect(await counted()).toEqual({ ...changed, editShare: 0.25, score: 0.25 });
    await accept(actor, id, { parts: ['searchTerms'] });
    expect(await counted()).toEqual({ ...changed, editShare: 0.125, score: 0.125 });
    await accept(actor, id, { parts: ['title'] });
    expect(await counted()).toEqual({ ...changed, edited: 0, editShare: 0, score: 0 });
  });

  it('count as changed a text with other capitals, or one other word of 2,400, and not one that came back as it was', async () => {
    const actor = newActor();
    const edited = async () => (await points(actor)).reduce((sum, { reviewed }) => sum + reviewed.edited, 0);
    const id = await environment.createEnded(actor, SCORED);
    await accept(actor, id, { result: [{ text: 'OAK Board' }] });
    expect(await edited()).toBe(1);
    const { review } = await accept(actor, id, { result: [{ text: 'Oak Board' }] });
    expect(review).toMatchObject({ editShare: 0, variant: 1 });
    expect(review).not.toHaveProperty('result');
    expect(await edited()).toBe(0);
    const custom = {
      name: 'Own',
      instructions: 'Write.',
      inputSchema: { type: 'object' },
      resultType: 'TEXT' as const,
    };
    const { application } = await environment.gateway.request(createApplication, { actor, body: custom });
    const result = '这块板是橡木做的。'.repeat(300);
    const long = { ...SUCCESS, resultType: 'TEXT' as const, result };
    const other = await environment.createEnded(actor, long, {
      applicationId: application.id,
      environment: { ...PRICED.environment, language: 'zh' },
    });
    const own = await accept(actor, other, { result: result.replace('板', '盘') });
    expect(own.review).toMatchObject({ editShare: 0.000417 });
    expect(await edited()).toBe(1);
  });

  it('stand with the model that wrote, and with no code', async () => {
    const actor = newActor();
    await accept(actor, await environment.createEnded(actor, SCORED, PRICED));
    await environment.createEnded(actor, SCORED);
    await environment.createEnded(actor, {
      status: 'FAILED',
      errorCode: 'QualityCheckFailed',
      draft: [{ text: 'Call us' }],
      checks: [check('LINK_OR_CONTACT', 'hard')],
    });
    const byModel = await points(actor, 'model');
    expect(byModel.map(({ key, ...point }) => ({ key, ...qualityOf(point) }))).toEqual([
      {
        key: 'acme:large',
        reviewed: { accepted: 1, edited: 0, rejected: 0 },
        editShare: 0,
        findings: FOUND,
      },
      {
        key: OFFLINE_MODEL,
        reviewed: { accepted: 0, edited: 0, rejected: 0 },
        editShare: null,
        findings: { ...FOUND, LINK_OR_CONTACT: 1 },
      },
    ]);
    const byCode = await points(actor, 'errorCode');
    expect(byCode.map(({ key, reviewed }) => [key, reviewed.accepted])).toEqual([
      ['QualityCheckFailed', 0],
      [undefined, 1],
    ]);
  });
});
