// What the judge of an experiment is asked, and what its answers say of the arms. Pure.
import { z } from 'zod';
import {
  judgement,
  judgementInputs,
  type GenerationScores,
  type Judgement,
  type OriginalText,
  type PairJudgement,
  type Product,
} from '#contracts';
import type { BatchTask, Member } from '../batch-record/index.ts';
import {
  choicesOf,
  customApplicationOf,
  type GenerationEntity,
  type UsedVersion,
} from '../generation-record/index.ts';

/** The inputs of a batch of judgements: the batches of the first arm and of the one that is compared with it. */
export const judgeInputs = judgementInputs
  .pick({ questions: true })
  .extend({ batches: z.tuple([z.uuid(), z.uuid()]) });
export type JudgeInputs = z.infer<typeof judgeInputs>;

/** A text of an arm, as its generation has it. */
export type TextRow = Pick<
  GenerationEntity,
  'id' | 'applicationId' | 'inputs' | 'environment' | 'product' | 'result'
> & { batchId: string; caseId: string; application: UsedVersion };

/** The texts of two arms for one case. */
export interface TextPair {
  product: Product;
  first: TextRow;
  other: TextRow;
}

/** The pairs of texts by their cases; a case that has only one of the two has none. */
export function pairsOf(
  [firstBatch]: JudgeInputs['batches'],
  rows: readonly TextRow[],
): Map<string, TextPair> {
  const pairs = new Map<string, TextPair>();
  for (const [caseId, texts] of Map.groupBy(rows, (row) => row.caseId)) {
    const first = texts.find(({ batchId }) => batchId === firstBatch);
    const other = texts.find(({ batchId }) => batchId !== firstBatch);
    if (first?.product && other) pairs.set(caseId, { product: first.product, first, other });
  }
  return pairs;
}

/**
 * The inputs and the texts of a judgement. Each case is a member twice: at odd positions the text of the first arm is shown
 * first, at even ones the other.
 */
export function judgementFor(
  { inputs, environment }: Pick<BatchTask, 'inputs' | 'environment'>,
  { position, productId }: Member,
  pair: TextPair | undefined,
): { inputs: GenerationEntity['inputs']; original: OriginalText | undefined } {
  const { questions } = judgeInputs.parse(inputs);
  if (!pair) return { inputs: { questions, productId }, original: undefined };
  const isFirstA = position % 2 === 1;
  const a = isFirstA ? pair.first : pair.other;
  const b = isFirstA ? pair.other : pair.first;
  const { productId: _case, ...given } = pair.first.inputs;
  const { applicationId } = pair.first;
  return {
    inputs: { questions, given, productId, a: a.id, b: b.id, first: isFirstA ? 'a' : 'b' },
    original: { texts: [textOf(a), textOf(b)], applicationId, language: environment.language ?? '' },
  };
}

/** A text as readers see it. */
function textOf({ applicationId, inputs, environment, application, result }: TextRow): string {
  const task = { applicationId, inputs, environment, application: customApplicationOf(application) };
  const choices = result === null ? [] : choicesOf(task, result);
  return choices.flatMap(({ texts }) => texts).join('\n');
}

/** A judgement that has succeeded. */
export type JudgementRow = Pick<GenerationEntity, 'inputs' | 'result'> & { arm: string; caseId: string };

/** What a judgement was asked. What the texts were written from is left out: it is large, and of no use to its answer. */
const askedInputs = judgementInputs.omit({ given: true });
type Asked = z.infer<typeof askedInputs>;

/** What a judgement was asked, and what it has said. */
export interface Said {
  arm: string;
  caseId: string;
  asked: Asked;
  said: Judgement;
}

/** What these judgements have said; nothing of one that cannot be read. */
export function saidIn(rows: readonly JudgementRow[]): Said[] {
  return rows.flatMap(({ arm, caseId, inputs, result }) => {
    const [item] = Array.isArray(result) ? result : [];
    const asked = askedInputs.safeParse(inputs);
    const said = judgement.safeParse(item);
    return asked.success && said.success ? [{ arm, caseId, asked: asked.data, said: said.data }] : [];
  });
}

/** What the judge says of two texts of a case, having seen them in both orders. */
export interface JudgedPair {
  arm: string;
  caseId: string;
  /** The generations, of the first arm and of the other. */
  first: string;
  other: string;
  /** 1 when the arm has won in both orders, -1 when the first has, else 0. */
  outcome: 1 | 0 | -1;
  /** True when each order has named another winner. */
  isFlip: boolean;
  answers: { question: number; isOfFirst: boolean; yes: boolean }[];
}

/** The pairs that were judged in both orders: one order alone says nothing. */
export function judgedPairs(said: readonly Said[]): JudgedPair[] {
  return inBothOrders(said).map(([one, ...others]) => {
    const { arm, caseId, asked } = one;
    const orders = [one, ...others];
    const answers = orders
      .flatMap(answersOf)
      .map(({ question, isOfFirst, yes }) => ({ question, isOfFirst, yes }));
    return { arm, caseId, ...generationsOf(asked), ...outcomeOf(orders), answers };
  });
}

/** What the judge has said of two texts, in the letters of a pair; undefined unless it has seen them in both orders. */
export function judgementOf(
  { id: pairId, first, other, firstIsA }: ShownPair,
  said: readonly Said[],
): PairJudgement | undefined {
  const orders = inBothOrders(said).find(([{ asked }]) => {
    const generations = generationsOf(asked);
    return generations.first === first && generations.other === other;
  });
  if (!orders) return undefined;
  const { outcome, isFlip } = outcomeOf(orders);
  const about = (question: number, isA: boolean) =>
    orders
      .flatMap(answersOf)
      .filter((answer) => answer.question === question && answer.isOfFirst === (isA === firstIsA))
      .map(({ yes, quote }) => ({ yes, quote }));
  const questions = orders[0].asked.questions.map((question, place) => ({
    question,
    a: about(place + 1, true),
    b: about(place + 1, false),
  }));
  const preferred = (outcome === -1) === firstIsA ? 'a' : 'b';
  return { pairId, winner: outcome === 0 ? 'tie' : preferred, isFlip, questions };
}

/** A pair that somebody was shown: the generations of the first arm and of the other, and whether the first was `a`. */
export interface ShownPair {
  id: string;
  first: string;
  other: string;
  firstIsA: boolean;
}

/** The judgements of each pair that was judged in both orders. */
function inBothOrders(said: readonly Said[]): [Said, ...Said[]][] {
  const pairs = Map.groupBy(said, ({ arm, caseId }) => `${caseId} ${arm}`);
  return [...pairs.values()].flatMap(([one, ...others]) => {
    const isBoth = one && others.some(({ asked }) => asked.first !== one.asked.first);
    return isBoth ? [[one, ...others]] : [];
  });
}

function generationsOf({ a, b, first }: Asked): { first: string; other: string } {
  return first === 'a' ? { first: a, other: b } : { first: b, other: a };
}

/** A preference counts that has stayed in all orders. */
function outcomeOf(orders: readonly Said[]): Pick<JudgedPair, 'outcome' | 'isFlip'> {
  const outcomes = orders.map(preferenceOf);
  const outcome = outcomes.every((each) => each === outcomes[0]) ? (outcomes[0] ?? 0) : 0;
  return { outcome, isFlip: outcomes.includes(1) && outcomes.includes(-1) };
}

function preferenceOf({ asked, said: { winner } }: Said): 1 | 0 | -1 {
  if (winner === 'tie') return 0;
  return winner === asked.first ? -1 : 1;
}

function answersOf({ asked, said: { answers } }: Said) {
  return answers.map((answer) => ({ ...answer, isOfFirst: answer.text === asked.first }));
}

/** What the judged pairs say of each generation in them: of its comparisons with other texts together. */
export function judgeScores(
  pairs: readonly JudgedPair[],
): Map<string, Pick<GenerationScores, 'judgeWins' | 'judgeYes'>> {
  const said = pairs.flatMap(({ first, other, outcome, answers }) => [
    { id: first, wins: (1 - outcome) / 2, answers: answers.filter(({ isOfFirst }) => isOfFirst) },
    { id: other, wins: (1 + outcome) / 2, answers: answers.filter(({ isOfFirst }) => !isOfFirst) },
  ]);
  return new Map(
    [...Map.groupBy(said, ({ id }) => id)].map(([id, own]) => {
      const answers = own.flatMap((one) => one.answers);
      const wins = own.reduce((sum, one) => sum + one.wins, 0) / own.length;
      return [id, { judgeWins: rounded(wins), judgeYes: rounded(shareOfYes(answers)) }];
    }),
  );
}

/** The share of yes among the answers, of which there must be at least one. */
function shareOfYes(answers: readonly { yes: boolean }[]): number {
  return answers.filter(({ yes }) => yes).length / answers.length;
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}
