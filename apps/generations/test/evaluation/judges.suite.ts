// The judge of an experiment: pairs in both orders, once the arms have ended; what it says, and when it is believed.
import { getGenerationScores, getPair, JUDGEMENT, vote, type Actor, type VotedPair } from '#contracts';
import { errorOf } from '#testing/answers';
import { FAILURE, newActor } from '../generations-environment.ts';
import { ARMS, create, datasetOf, environment, get, scored, workOff } from './experiment-steps.ts';
import { JUDGE, prefersNew, writesAndJudges } from './judge-steps.ts';

async function voteAll(actor: Actor, id: string, winnerOf: (a: string) => 'a' | 'b'): Promise<void> {
  let { pair } = await environment.gateway.request(getPair, { actor, id });
  while (pair) {
    const body = { pairId: pair.id, winner: winnerOf(JSON.stringify(pair.a)) };
    ({ pair } = await environment.gateway.request(vote, { actor, id, body }));
  }
}

const textOf = (result: unknown): string => (result as [{ text: string }])[0].text;

describe('the judge of an experiment', () => {
  it('sees each pair in both orders once the arms have ended, and is believed once people agree', async () => {
    const actor = newActor();
    const { workspaceId } = actor;
    const dataset = await datasetOf(actor, 12);
    const { experiment } = await create(actor, {
      datasetId: dataset.id,
      judge: JUDGE,
      repeats: 2,
      minimum: { judgeWins: 0.5 },
    });
    const { id } = experiment;
    expect(experiment.judge).toMatchObject({
      model: 'acme:free',
      status: 'RUNNING',
      counts: { total: 0 },
      batchIds: [],
    });
    expect(experiment.judge?.questions).toHaveLength(5);
    const orders: string[][] = [];
    const ended = await workOff(actor, id, (arm, title, task) => {
      if (task.applicationId === JUDGEMENT) {
        orders.push(task.original?.texts ?? []);
        expect(task).toMatchObject({
          inputs: { given: { keywords: ['oak'] } },
          environment: { temperature: 0 },
        });
        expect(task).not.toHaveProperty('voice');
      }
      return prefersNew(arm, title, task);
    });
    expect(orders).toHaveLength(24);
    expect(orders.filter(([a = '']) => a.startsWith('new'))).toHaveLength(12);
    expect(new Set(orders.map((texts) => texts.join())).size).toBe(24);
    expect(ended).toMatchObject({
      status: 'COMPLETED',
      counts: { total: 48, success: 48 },
      judge: { status: 'COMPLETED', counts: { total: 24, success: 24 }, usage: { calls: 48 } },
    });
    const { results } = ended;
    expect(results).toMatchObject({ passed: true, agreement: { n: 0, calibrated: false } });
    const [first, other] = results?.arms ?? [];
    expect(first?.scores.judgeWins).toMatchObject({ n: 12, mean: 0 });
    expect(first).not.toHaveProperty('judge');
    expect(other?.scores).toMatchObject({
      judgeWins: { n: 12, mean: 1, wins: 12, losses: 0, ties: 0, difference: { mean: 1 } },
      judgeYes: { n: 12, mean: 1 },
    });
    expect(other?.judge?.questions[0]).toEqual({
      question: experiment.judge?.questions[0],
      n: 24,
      yes: 1,
      firstN: 24,
      firstYes: 0,
      difference: { mean: 1, low: 1, high: 1 },
      wins: 12,
      losses: 0,
      ties: 0,
    });
    expect(other?.judge).not.toHaveProperty('verdict');
    expect(other?.verdict).toBe('NO_DIFFERENCE');
    expect(await get(actor, id)).toEqual(ended);

    const [judgedOne] = await environment.sql<{ generation: string }>(
      `SELECT id AS generation FROM generation WHERE workspace_id = $1 AND arm = 'new' AND batch_id = $2 ORDER BY id LIMIT 1`,
      [workspaceId, ended.arms[1]?.batchId],
    );
    const scores = { actor, id: judgedOne?.generation ?? '' };
    expect(await environment.gateway.request(getGenerationScores, scores)).toMatchObject({
      judgeWins: 1,
      judgeYes: 1,
    });

    await voteAll(actor, id, (a) => (a.includes('new') ? 'a' : 'b'));
    const agreed = (await get(actor, id)).results;
    // Both always say the same, so chance alone would make them agree.
    expect(agreed?.agreement).toEqual({ n: 12, calibrated: false, disagreed: false });
    expect(agreed?.arms[1]).toMatchObject({ verdict: 'BETTER', people: { verdict: 'BETTER' } });
  });

  it('is calibrated by people who agree case by case, and not by others', async () => {
    const actor = newActor();
    const dataset = await datasetOf(actor, 14);
    const arms = [...ARMS, { name: 'third' }];
    const { experiment } = await create(actor, { datasetId: dataset.id, judge: JUDGE, arms });
    const { id } = experiment;
    // Of the third arm it always prefers the text; of the new one that of every other case.
    const isBetter = (text: string, other: string): boolean =>
      text.startsWith('third') ||
      (other.startsWith('now') && text.startsWith('new') && /[02468]$/.test(text)) ||
      (text.startsWith('now') && other.startsWith('new') && /[13579]$/.test(text));
    const { results } = await workOff(
      actor,
      id,
      writesAndJudges((a, b) => (isBetter(a, b) ? 'a' : 'b')),
    );
    expect(results?.arms.map(({ scores }) => scores.judgeWins?.mean)).toEqual([0.25, 0.5, 1]);
    expect(results?.arms[1]?.scores.judgeWins).toMatchObject({ wins: 7, losses: 7, difference: { mean: 0 } });
    // One voter judges a few pairs of the new arm alone, as the judge did: fewer than people need to decide.
    await environment.sql(
      `INSERT INTO experiment_pair (workspace_id, id, experiment_id, account_id, case_id, arm, first_generation_id, generation_id, first_is_a, winner)
       SELECT $1, gen_random_uuid(), $2, $3, case_id, 'new', id, id, true,
         CASE WHEN product_title ~ '[02468]$' THEN 'b' ELSE 'a' END
       FROM generation WHERE workspace_id = $1 AND batch_id = $4 ORDER BY case_id LIMIT 12`,
      [actor.workspaceId, id, actor.accountId, experiment.arms[1]?.batchId],
    );
    const calibrated = (await get(actor, id)).results;
    expect(calibrated?.agreement).toEqual({ n: 12, kappa: 1, calibrated: true, disagreed: false });
    expect(calibrated?.arms[1]).toMatchObject({ verdict: 'NO_DIFFERENCE' });
    expect(calibrated?.arms[2]).toMatchObject({ verdict: 'BETTER', judge: { verdict: 'BETTER' } });
    const byQuestion = calibrated?.arms.map(({ judge }) => judge?.questions.map((one) => one.verdict));
    expect(byQuestion).toEqual([undefined, Array(5).fill('NO_DIFFERENCE'), Array(5).fill('BETTER')]);
    await environment.sql(
      `UPDATE experiment_pair SET winner = CASE winner WHEN 'a' THEN 'b' ELSE 'a' END WHERE experiment_id = $1`,
      [id],
    );
    const contrary = (await get(actor, id)).results;
    expect(contrary?.agreement?.kappa).toBeLessThan(0);
    expect(contrary?.agreement).toMatchObject({ calibrated: false, disagreed: true });
    expect(contrary?.arms[2]?.verdict).toBe('NO_DIFFERENCE');
    expect(contrary?.arms[2]?.judge).not.toHaveProperty('verdict');
    expect(contrary?.arms[2]?.judge?.questions[0]).not.toHaveProperty('verdict');
  });

  it('tells what it says of a pair after the vote alone, in the letters of the pair, and the vote then stands', async () => {
    const actor = newActor();
    const dataset = await datasetOf(actor, 3);
    const judge = { ...JUDGE!, questions: ['Is it new?', 'Is it short?'] };
    const { experiment } = await create(actor, { datasetId: dataset.id, judge });
    const { id } = experiment;
    // Of one case each order makes it prefer another text; of another it judges in one order alone.
    await workOff(
      actor,
      id,
      writesAndJudges((a, _b, title) => {
        if (title === 'Board 0') return 'a';
        if (title === 'Board 1' && a.startsWith('new')) return 'fails';
        return a.startsWith('new') ? 'a' : 'b';
      }),
    );
    const seen = new Map<string, VotedPair['judgement']>();
    let { pair } = await environment.gateway.request(getPair, { actor, id });
    while (pair) {
      expect(Object.keys(pair).sort()).toEqual(['a', 'b', 'id', 'title']);
      const body = { pairId: pair.id, winner: 'tie' } as const;
      const voted = await environment.gateway.request(vote, { actor, id, body });
      const newOne = JSON.stringify(pair.a).includes('new') ? 'a' : 'b';
      const quotes = { a: textOf(pair.a), b: textOf(pair.b) };
      if (pair.title === 'Board 2')
        expect(voted.judgement).toEqual({
          pairId: pair.id,
          winner: newOne,
          isFlip: false,
          questions: judge.questions.map((question) => ({
            question,
            a: Array(2).fill({ yes: newOne === 'a', quote: quotes.a }),
            b: Array(2).fill({ yes: newOne === 'b', quote: quotes.b }),
          })),
        });
      seen.set(pair.title, voted.judgement);
      const again = (winner: 'a' | 'tie') =>
        environment.gateway.request(vote, { actor, id, body: { ...body, winner } });
      expect(await again('tie')).toEqual(voted);
      expect(await errorOf(again('a'))).toMatchObject({ code: 'InvalidState' });
      ({ pair } = voted);
    }
    expect(seen.get('Board 0')).toMatchObject({ winner: 'tie', isFlip: true });
    expect(
      [...seen]
        .filter(([, judgement]) => judgement)
        .map(([title]) => title)
        .sort(),
    ).toEqual(['Board 0', 'Board 2']);
  });

  it('that always prefers the first text gives ties; one order alone counts for nothing', async () => {
    const actor = newActor();
    const dataset = await datasetOf(actor, 9);
    const { experiment } = await create(actor, { datasetId: dataset.id, judge: JUDGE });
    const ended = await workOff(
      actor,
      experiment.id,
      writesAndJudges((a, _b, title) => (title === 'Board 0' && a.startsWith('new') ? 'fails' : 'a')),
    );
    expect(ended).toMatchObject({
      status: 'PARTIAL',
      judge: { status: 'PARTIAL', counts: { total: 18, success: 17, failed: 1 } },
    });
    const [, arm] = ended.results?.arms ?? [];
    expect(arm?.scores.judgeWins).toMatchObject({ n: 8, mean: 0.5, wins: 0, losses: 0, ties: 8 });
    expect(arm?.judge).toMatchObject({ flips: 8 });
    expect(arm?.verdict).toBe('NO_DIFFERENCE');
  });

  it('judges what both arms have; nothing when it refuses, or when they have nothing', async () => {
    const actor = newActor();
    const dataset = await datasetOf(actor, 4);
    const body = { datasetId: dataset.id, judge: JUDGE };
    const half = await create(actor, body);
    const ended = await workOff(actor, half.experiment.id, (arm, title, task) => {
      if (task.applicationId !== JUDGEMENT && arm === 'new' && title === 'Board 1') return FAILURE;
      return task.applicationId === JUDGEMENT ? FAILURE : scored({});
    });
    expect(ended).toMatchObject({
      status: 'PARTIAL',
      judge: { status: 'FAILED', counts: { total: 6, failed: 6 } },
      results: { arms: [{ name: 'now' }, { name: 'new' }] },
    });
    expect(ended.results?.arms[1]).not.toHaveProperty('judge');
    expect(ended.results?.arms[1]?.scores).not.toHaveProperty('judgeWins');
    expect(ended.results).not.toHaveProperty('agreement');
    const none = await create(actor, body);
    const failed = await workOff(actor, none.experiment.id, () => FAILURE);
    expect(failed).toMatchObject({ status: 'FAILED', judge: { status: 'COMPLETED', counts: { total: 0 } } });
  });
});
