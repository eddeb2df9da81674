// Who decides which arm is better: people, else a judge that agrees with them, else the scores.
import type { ArmResults, ExperimentResults, Verdict } from '#contracts';
import { withVotes } from './votes.rules.ts';

const pause = () => Promise.resolve();
const armOf = (name: string, verdict?: Verdict, byJudge?: Verdict): ArmResults => ({
  name,
  scores: {},
  worst: [],
  ...(verdict && { verdict }),
  ...(byJudge && { judge: { flips: 0, questions: [], verdict: byJudge } }),
});
const resultsOf = (byJudge: Verdict): ExperimentResults => ({
  comparisons: 1,
  arms: [armOf('now'), armOf('new', 'NO_DIFFERENCE', byJudge), armOf('third', 'WORSE', 'TOO_FEW')],
});
/** Votes on the new arm, and what the judge said of the same cases: `+` for the arm, `-` for the first, `=` for a tie. */
const said = (people: string, judge: string) => ({
  votes: [...people].map((sign, n) => ({
    arm: 'new',
    caseId: `case ${n}`,
    firstIsA: true,
    winner: sign === '=' ? ('tie' as const) : sign === '+' ? ('b' as const) : ('a' as const),
  })),
  judged: [...judge].map((sign, n) => ({
    arm: 'new',
    caseId: `case ${n}`,
    outcome: sign === '=' ? (0 as const) : sign === '+' ? (1 as const) : (-1 as const),
  })),
});

it.each([
  [
    'nobody has voted',
    '',
    '++++++++++++',
    { n: 0, calibrated: false, disagreed: false },
    ['NO_DIFFERENCE', 'WORSE'],
  ],
  [
    'they agree about too few pairs',
    '+-+',
    '+-+',
    { n: 3, kappa: 1, calibrated: false, disagreed: false },
    ['NO_DIFFERENCE', 'WORSE'],
  ],
  [
    'the judge contradicts, whatever the scores say',
    '+-+-+-+-+-',
    '-+-+-+-+-+',
    { n: 10, kappa: -1, calibrated: false, disagreed: true },
    ['NO_DIFFERENCE', 'NO_DIFFERENCE'],
  ],
  [
    'the judge contradicts people who are sure',
    '++++++++++',
    '----------',
    { n: 10, kappa: 0, calibrated: false, disagreed: true },
    ['NO_DIFFERENCE', 'NO_DIFFERENCE'],
  ],
  [
    'both see the same winner in nearly all cases, which kappa calls chance',
    '++++++++++',
    '+++++++++=',
    { n: 10, kappa: 0, calibrated: false, disagreed: true },
    ['NO_DIFFERENCE', 'NO_DIFFERENCE'],
  ],
  [
    'people decide',
    '++++++++++',
    '++++++++++',
    { n: 10, calibrated: false, disagreed: false },
    ['BETTER', 'WORSE'],
  ],
  ['there is no judge', '++++++++++', '', undefined, ['BETTER', 'WORSE']],
])('when %s', async (_, people, judge, agreement, verdicts) => {
  const byJudge = judge.startsWith('--') ? 'WORSE' : 'BETTER';
  const told = await withVotes('id', resultsOf(byJudge), said(people, judge), pause);
  expect(told.agreement).toEqual(agreement);
  expect(told.arms.slice(1).map(({ verdict }) => verdict)).toEqual(verdicts);
  expect(told.arms[1]?.judge).not.toHaveProperty('verdict');
  expect(told.arms[0]).not.toHaveProperty('verdict');
});

it('a judge that agrees decides about an arm of which too few have voted, and leaves to the scores what it has too few of', async () => {
  const { votes, judged } = said('+-+-+-+-+-', '+-+-+-+-=-');
  const elsewhere = votes.map((vote) => ({ ...vote, arm: 'fourth' }));
  const there = judged.map((pair) => ({ ...pair, arm: 'fourth' }));
  const told = await withVotes('id', resultsOf('BETTER'), { votes: elsewhere, judged: there }, pause);
  expect(told.agreement).toMatchObject({ n: 10, calibrated: true });
  expect(told.arms.map(({ verdict }) => verdict)).toEqual([undefined, 'BETTER', 'WORSE']);
  expect(told.arms[1]?.judge?.verdict).toBe('BETTER');
});
