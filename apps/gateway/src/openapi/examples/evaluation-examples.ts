// The examples of datasets, experiments and scores.
import {
  JUDGE_QUESTIONS,
  type Dataset,
  type DatasetCase,
  type Experiment,
  type ExperimentEstimate,
  type GenerationScores,
  type NextPair,
  type VotedPair,
} from '#contracts';
import { MOMENT } from './account-examples.ts';
import { exampleCustomProduct } from './examples.ts';
import { streamOf } from './text-examples.ts';

/** A dataset. */
export const exampleDataset: Dataset = {
  id: '019a8e9d-1c42-7d15-8a6b-3c5d7e9f1a2b',
  name: 'Desks, spring',
  cases: 50,
  withReferences: 41,
  bytes: 182_400,
  createdAt: MOMENT,
};

/** A page of datasets. */
export const exampleDatasets: { datasets: Dataset[] } = { datasets: [exampleDataset] };

/** A page of the cases of a dataset. */
export const exampleCases: { cases: DatasetCase[] } = {
  cases: [
    {
      productId: exampleCustomProduct.id,
      product: exampleCustomProduct,
      references: { 'product-title': 'Fenwick Oak Serving Board, 40 cm' },
    },
  ],
};

/** Scores of a result that was accepted as a person had changed it. */
export const exampleScores: GenerationScores = {
  hardFirst: 1,
  repaired: 1,
  warnings: 0,
  factsCovered: 0.625,
  keywordsCovered: 1,
  lengthUse: 0.83,
  languageShare: 1,
  latencyMs: 2340,
  inputTokens: 1830,
  outputTokens: 210,
  costMicros: 6675,
  accepted: 1,
  rejected: 0,
  edited: 0.083,
};

const counts = { total: 50, waiting: 42, running: 8, success: 0, failed: 0, cancelled: 0 };
const usage = { inputTokens: 0, outputTokens: 0, calls: 0, costMicros: 0 };
const environment = { model: 'openai:gpt-5-mini', temperature: 0.4 };
const both = { ...counts, total: 100, waiting: 84, running: 16 };

/** An experiment as it is accepted. */
export const exampleNewExperiment: Experiment = {
  id: '019a8e9d-2d53-7e26-9b7c-4d6e8f0a2b3c',
  datasetId: exampleDataset.id,
  applicationId: 'product-title',
  repeats: 1,
  minimum: { success: 0.95, judgeWins: 0.5 },
  status: 'RUNNING',
  counts: { ...both, waiting: 100, running: 0 },
  arms: ['now', 'friendly'].map((name, place) => ({
    name,
    environment: { ...environment, ...(place > 0 && { tone: 'friendly' }) },
    applicationVersion: 1,
    batchId: `019a8e9d-2d5${place}-7e26-9b7c-4d6e8f0a2b3c`,
    status: 'RUNNING',
    counts: { ...counts, waiting: 50, running: 0 },
    usage,
  })),
  judge: {
    model: 'anthropic:claude-haiku-4-5',
    questions: JUDGE_QUESTIONS.map(({ en }) => en),
    status: 'RUNNING',
    counts: { ...counts, total: 0, waiting: 0, running: 0 },
    usage,
    batchIds: [],
  },
  createdAt: MOMENT,
};

const ended = { ...counts, waiting: 0, running: 0, success: 50 };

/** The same experiment at its end. */
export const exampleExperiment: Experiment = {
  ...exampleNewExperiment,
  status: 'COMPLETED',
  counts: { ...both, waiting: 0, running: 0, success: 100 },
  arms: exampleNewExperiment.arms.map((arm) => ({
    ...arm,
    status: 'COMPLETED',
    counts: ended,
    usage: { inputTokens: 41_200, outputTokens: 2100, calls: 52, costMicros: 124_000, currency: 'USD' },
  })),
  judge: {
    ...exampleNewExperiment.judge!,
    status: 'COMPLETED',
    counts: { ...ended, total: 100, success: 100 },
    usage: { inputTokens: 96_000, outputTokens: 21_000, calls: 100, costMicros: 201_000, currency: 'USD' },
    batchIds: ['019a8ea0-3e64-7f37-8c8d-5e7f901b3c4d'],
  },
  results: {
    comparisons: 1,
    agreement: { n: 24, kappa: 0.58, calibrated: true, disagreed: false },
    passed: true,
    arms: [
      { name: 'now', scores: { factsCovered: { n: 50, mean: 0.41 } }, costPerTextMicros: 2480, worst: [] },
      {
        name: 'friendly',
        scores: {
          factsCovered: {
            n: 50,
            mean: 0.52,
            difference: { mean: 0.11, low: 0.07, high: 0.15 },
            wins: 34,
            losses: 7,
            ties: 9,
            verdict: 'BETTER',
          },
          judgeWins: {
            n: 50,
            mean: 0.66,
            difference: { mean: 0.32, low: 0.12, high: 0.52 },
            wins: 27,
            losses: 11,
            ties: 12,
          },
        },
        judge: {
          flips: 6,
          questions: JUDGE_QUESTIONS.map(({ en: question }, place) => ({
            question,
            ...(place === 3
              ? {
                  n: 100,
                  yes: 0.82,
                  firstN: 100,
                  firstYes: 0.61,
                  difference: { mean: 0.21, low: 0.1, high: 0.32 },
                  wins: 18,
                  losses: 3,
                  ties: 29,
                  verdict: 'BETTER',
                }
              : {
                  n: 100,
                  yes: 0.95,
                  firstN: 100,
                  firstYes: 0.95,
                  difference: { mean: 0, low: -0.06, high: 0.06 },
                  wins: 4,
                  losses: 4,
                  ties: 42,
                  verdict: 'NO_DIFFERENCE',
                }),
          })),
          verdict: 'BETTER',
        },
        costPerTextMicros: 2510,
        verdict: 'BETTER',
        worst: [
          {
            productId: exampleCustomProduct.id,
            title: exampleCustomProduct.title,
            generationId: '019a8e9e-0a11-7b22-8c33-4d44ee55ff66',
            firstGenerationId: '019a8e9e-0a11-7b22-8c33-4d44ee55ff77',
            better: [],
            worse: ['factsCovered'],
          },
        ],
      },
    ],
  },
  completedAt: MOMENT + 180,
};

const { results: _results, ...listed } = exampleExperiment;

/** A page of experiments. */
export const exampleExperiments: { experiments: Omit<Experiment, 'results'>[] } = { experiments: [listed] };

/** An estimate of an experiment. */
export const exampleExperimentEstimate: ExperimentEstimate = {
  count: 100,
  judgements: 100,
  estimate: { inputTokens: 178_000, outputTokens: 39_000, costMicros: 446_000 },
};

/** A pair to judge. */
export const examplePair: NextPair = {
  left: 37,
  pair: {
    id: '019a8e9e-0a11-7b22-8c33-4d44ee55ff66',
    title: exampleCustomProduct.title,
    a: [{ text: 'Fenwick Oak Serving Board, 40 cm' }],
    b: [{ text: 'Oak Serving Board by Fenwick' }],
  },
};

/** What is left after a vote, and what the judge has said of the pair. */
export const exampleVotedPair: VotedPair = {
  ...examplePair,
  left: 36,
  judgement: {
    pairId: '019a8e9e-0a11-7b22-8c33-4d44ee55ff55',
    winner: 'b',
    isFlip: false,
    questions: [
      {
        question: JUDGE_QUESTIONS[3].en,
        a: [{ yes: false, quote: 'Oak Serving Board' }],
        b: [
          { yes: true, quote: '40 cm' },
          { yes: true, quote: 'Fenwick Oak Serving Board, 40 cm' },
        ],
      },
    ],
  },
};

/** The stream of the events of an experiment. */
export const exampleExperimentEvents = streamOf([
  ['84.16.0.0.0.0.0.0', 'experiment.snapshot', { ...exampleNewExperiment, counts: both }],
  [
    '80.16.4.0.0.0.0.0',
    'experiment.progress',
    {
      counts: { ...both, waiting: 80, success: 4 },
      judge: { counts: exampleNewExperiment.judge?.counts },
    },
  ],
  ['end', 'experiment.completed', exampleExperiment],
]);
