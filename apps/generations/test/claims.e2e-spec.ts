// Claims of workers, over the real bus: one holds a generation at a time, only the latest claim ends it.
import {
  generationEnded,
  GENERATION_ERRORS,
  releaseGeneration,
  renewGenerations,
  type GenerationOutcome,
} from '#contracts';
import { newId } from '#platform/context';
import { FAILURE, ODD, Stage, SUCCESS, until } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.set();
  await stage.watchOutbox();
  await stage.serve();
  await stage.serve(); // two instances share the work
}, 60_000);
afterAll(() => stage?.strike(), 60_000);

const renew = async (generationId: string, epoch: number): Promise<boolean> =>
  (await renewAll([{ generationId, epoch }]))[0] ?? false;
const renewAll = async (leases: { generationId: string; epoch: number }[]): Promise<boolean[]> =>
  (await stage.worker.request(renewGenerations, { leases })).held;
const release = async (generationId: string, epoch: number): Promise<boolean> =>
  (await stage.worker.request(releaseGeneration, { generationId, epoch })).held;
const ledger = (id: string) =>
  stage.sql('SELECT model, calls, input_tokens, output_tokens FROM usage_ledger WHERE generation_id = $1', [
    id,
  ]);
const eventsOf = async (id: string) => (await stage.sent(id)).filter((one) => one.kind === 'event');

describe('a claim', () => {
  it('gives everything that is needed, under a lease', async () => {
    const { id } = await stage.created({ inputs: { keywords: ['oak'] }, environment: { tone: 'witty' } });
    const claim = await stage.claimed(id);
    expect(claim).toEqual({
      state: 'claimed',
      epoch: 1,
      invocationId: expect.any(String),
      leaseMs: 15_000,
      remainingMs: expect.any(Number),
      task: {
        applicationId: 'product-title',
        inputs: { keywords: ['oak'], variants: 1 },
        environment: { language: 'en', model: 'offline:composer-1', temperature: 0.2, tone: 'witty' },
      },
    });
    expect(claim.remainingMs).toBeGreaterThan(890_000);
    expect(claim.remainingMs).toBeLessThanOrEqual(900_000);
    expect((await stage.row(id)).worker).toBe('w1');
  });

  it('asked for again by the same worker gets the same answer', async () => {
    const { id } = await stage.created();
    const first = await stage.claimed(id);
    const again = await stage.claimed(id);
    expect({ ...again, remainingMs: 0 }).toEqual({ ...first, remainingMs: 0 });
  });

  it('of what another holds is told to wait', async () => {
    const { id } = await stage.created();
    await stage.claimed(id, 'w1');
    const answer = await stage.claim(id, 'w2');
    if (answer.state !== 'busy') throw new Error(`It was ${answer.state}.`);
    expect(answer.retryAfterMs).toBeGreaterThan(10_000);
    expect(answer.retryAfterMs).toBeLessThanOrEqual(15_000);
  });

  it('is granted to one of many that race for it', async () => {
    const { id } = await stage.created();
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => stage.claim(id, `w${n}`)));
    expect(answers.map((answer) => answer.state).sort()).toEqual([...Array(9).fill('busy'), 'claimed']);
    expect(await stage.row(id)).toMatchObject({ epoch: 1 });
  });

  it.each(['w1', 'w2'])(
    'after w1 lost its lease is granted anew to %s, with its own invocation',
    async (next) => {
      const { id } = await stage.created();
      const first = await stage.claimed(id, 'w1');
      await stage.forsake(id);
      const second = await stage.claimed(id, next);
      expect(second.epoch).toBe(2);
      expect(second.invocationId).not.toBe(first.invocationId);
    },
  );

  it('of an ended or an unknown generation is idle', async () => {
    const { id } = await stage.created();
    const { epoch } = await stage.claimed(id);
    await stage.finish(id, epoch, FAILURE);
    expect(await stage.claim(id, 'w1')).toEqual({ state: 'nothing' });
    expect(await stage.claim(newId(), 'w1')).toEqual({ state: 'nothing' });
  });

  it('past the deadline ends the generation', async () => {
    const { actor, id } = await stage.created();
    await stage.expire(id);
    expect(await stage.claim(id, 'w1')).toEqual({ state: 'nothing' });
    expect(await stage.get(actor, id)).toMatchObject({ status: 'FAILED', errorCode: 'DeadlineExceeded' });
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('after four that were lost ends the generation', async () => {
    const { actor, id } = await stage.created();
    for (let n = 1; n <= 4; n += 1) {
      expect((await stage.claimed(id, `w${n}`)).epoch).toBe(n);
      await stage.forsake(id);
    }
    expect(await stage.claim(id, 'w5')).toEqual({ state: 'nothing' });
    expect(await stage.get(actor, id)).toMatchObject({ errorCode: 'GenerationInterrupted' });
    expect(await stage.finish(id, 4, SUCCESS)).toBe(false);
  });
});

describe('a lease', () => {
  it('lasts as long as it is renewed', async () => {
    const { id } = await stage.created();
    const { epoch } = await stage.claimed(id, 'w1');
    await stage.forsake(id);
    expect(await renew(id, epoch)).toBe(true);
    expect(await stage.claim(id, 'w2')).toMatchObject({ state: 'busy' });
  });

  it('is renewed with others: for each is told whether it is still held', async () => {
    const lost = await stage.created();
    const late = await stage.claimed(lost.id, 'w1');
    await stage.forsake(lost.id);
    const { epoch } = await stage.claimed(lost.id, 'w1');
    const { id } = await stage.created();
    await stage.claimed(id, 'w1');
    const leases = [
      { generationId: lost.id, epoch: late.epoch },
      { generationId: newId(), epoch: 1 },
      { generationId: id, epoch: 1 },
      { generationId: lost.id, epoch },
    ];
    expect(await renewAll(leases)).toEqual([false, false, true, true]);
  });

  it('is lost to a later claim', async () => {
    const { id } = await stage.created();
    const { epoch } = await stage.claimed(id, 'w1');
    await stage.forsake(id);
    await stage.claimed(id, 'w2');
    expect(await renew(id, epoch)).toBe(false);
    expect(await release(id, epoch)).toBe(false);
    expect(await stage.row(id)).toMatchObject({ worker: 'w2', epoch: 2 });
  });

  it('given back lets the next one in at once', async () => {
    const { id } = await stage.created();
    const { epoch } = await stage.claimed(id, 'w1');
    expect(await release(id, epoch)).toBe(true);
    expect(await release(id, epoch)).toBe(true); // its answer was lost
    expect(await renew(id, epoch)).toBe(false);
    expect((await stage.claimed(id, 'w2')).epoch).toBe(2);
  });

  it('ends with its generation', async () => {
    const { id } = await stage.created();
    const { epoch } = await stage.claimed(id);
    await stage.finish(id, epoch, SUCCESS);
    expect(await renew(id, epoch)).toBe(false);
    expect(await release(id, epoch)).toBe(false);
  });
});

describe('an end', () => {
  it('in success shows the result and enters the usage', async () => {
    const { actor, id } = await stage.created();
    const { epoch, invocationId } = await stage.claimed(id);
    expect(await stage.finish(id, epoch, SUCCESS)).toBe(true);
    const { status, result, resultType, checks, usage, ...rest } = await stage.get(actor, id);
    expect({ status, result, resultType, checks, usage }).toEqual(SUCCESS);
    expect(rest).toMatchObject({ invocationId, completedAt: expect.any(Number) });
    expect(rest).not.toHaveProperty('errorCode');
    expect(await ledger(id)).toEqual([
      { model: 'offline:composer-1', calls: 2, input_tokens: 210, output_tokens: null },
    ]);
  });

  it('comes whatever text the generation holds', async () => {
    const { actor, id } = await stage.created({ inputs: { [ODD]: ODD }, environment: { tone: ODD } });
    const { epoch, task } = await stage.claimed(id);
    expect(task).toMatchObject({ inputs: { [ODD]: ODD }, environment: { tone: ODD } });
    const result = [{ text: ODD }];
    expect(await stage.finish(id, epoch, { ...SUCCESS, result })).toBe(true);
    expect(await stage.get(actor, id)).toMatchObject({ status: 'SUCCESS', result });
  });

  it('in failure shows why and enters nothing', async () => {
    const { actor, id } = await stage.created();
    const { epoch } = await stage.claimed(id);
    expect(await stage.finish(id, epoch, FAILURE)).toBe(true);
    const shown = await stage.get(actor, id);
    expect(shown).toMatchObject({
      status: 'FAILED',
      errorCode: 'ContentFiltered',
      errorMessage: GENERATION_ERRORS.ContentFiltered,
      completedAt: expect.any(Number),
    });
    for (const absent of ['result', 'resultType', 'invocationId', 'checks', 'usage'])
      expect(shown).not.toHaveProperty(absent);
    expect(await ledger(id)).toEqual([]);
  });

  it.each<[string, GenerationOutcome, object]>([
    ['generation.succeeded', SUCCESS, {}],
    ['generation.failed', FAILURE, { errorCode: 'ContentFiltered' }],
  ])('is told in one event %s and in a hint', async (topic, outcome, more) => {
    const { actor, id } = await stage.created();
    const heard: string[] = [];
    const listening = stage.gateway.onNotification(generationEnded, actor.workspaceId, (hint) =>
      heard.push(hint.id),
    );
    const { epoch } = await stage.claimed(id);
    await stage.finish(id, epoch, outcome);
    await until(() => heard.length > 0);
    listening.unsubscribe();
    expect(heard).toEqual([id]);
    const { request_id: requestid } = await stage.row(id);
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
  });

  it('told twice is accepted twice and happens once', async () => {
    const { id } = await stage.created();
    const { epoch } = await stage.claimed(id);
    const told = await Promise.all([stage.finish(id, epoch, SUCCESS), stage.finish(id, epoch, SUCCESS)]);
    expect([...told, await stage.finish(id, epoch, SUCCESS)]).toEqual([true, true, true]);
    expect(await ledger(id)).toHaveLength(1);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('that contradicts the first is not accepted', async () => {
    const { actor, id } = await stage.created();
    const { epoch } = await stage.claimed(id);
    await stage.finish(id, epoch, SUCCESS);
    expect(await stage.finish(id, epoch, FAILURE)).toBe(false);
    expect(await stage.get(actor, id)).toMatchObject({ status: 'SUCCESS' });
  });

  it('by a claim that was overtaken is discarded, before and after the other’s end', async () => {
    const { actor, id } = await stage.created();
    const late = await stage.claimed(id, 'w1');
    await stage.forsake(id);
    const { epoch } = await stage.claimed(id, 'w2');
    expect(await stage.finish(id, late.epoch, FAILURE)).toBe(false);
    expect(await stage.get(actor, id)).toMatchObject({ status: 'RUNNING' });
    expect(await stage.finish(id, epoch, SUCCESS)).toBe(true);
    expect(await stage.finish(id, late.epoch, SUCCESS)).toBe(false);
    expect(await ledger(id)).toHaveLength(1);
  });

  it('of a text whose characters Postgres’ text does not know is kept', async () => {
    const { actor, id } = await stage.created();
    const { epoch } = await stage.claimed(id);
    const outcome = { ...SUCCESS, resultType: 'TEXT' as const, result: 'a\u0000b\udfff' };
    expect(await stage.finish(id, epoch, outcome)).toBe(true);
    expect((await stage.get(actor, id)).result).toBe(outcome.result);
  });

  it('whose result is not of its type is refused as a fault, and nothing ends', async () => {
    const { actor, id } = await stage.created();
    const { epoch } = await stage.claimed(id);
    const wrong: GenerationOutcome = { ...SUCCESS, resultType: 'TEXT' };
    await expect(stage.finish(id, epoch, wrong)).rejects.toMatchObject({ code: 'InternalFault' });
    expect(await stage.get(actor, id)).toMatchObject({ status: 'RUNNING' });
  });
});
