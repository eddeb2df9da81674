// Defines experiments: the same products written for in several ways, side by side, and what is better.
import { z } from 'zod';
import { notification, request, type StreamTexts } from '../define.ts';
import { applicationVersion } from '../generations/application-records.ts';
import { batchCounts, batchStatus } from '../generations/batches.ts';
import { generationEnvironment } from '../generation-environment.ts';
import { armName, comparedScore, experimentResults } from './experiment-results.ts';
import { generationRequest, generationUsage } from '../generations.ts';
import { judgeRequest } from './judgements.ts';
import { pageInput, pageOutput, pageQuery } from '../paging.ts';
import { actor, idempotencyKey, opaqueId, timestamp, uuid } from '../values.ts';

const minimum = z
  .partialRecord(comparedScore, z.number().min(0))
  .describe(
    'What the mean of each of these scores must reach in every arm but the first for `passed`. Where less is better, such as `hardFirst`, it is the most.',
  );

/** Body of an experiment. */
export const experimentRequest = z
  .strictObject({
    datasetId: opaqueId,
    applicationId: generationRequest.shape.applicationId,
    arms: z
      .array(
        z
          .strictObject({
            name: armName,
            environment: generationEnvironment.optional(),
            applicationVersion: applicationVersion
              .optional()
              .describe('Version of an application of the workspace. Default: the latest.'),
            voice: generationEnvironment.shape.voice.describe(
              'Short for `environment.voice`: id of a voice, or `none`.',
            ),
          })
          .refine(({ voice, environment }) => voice === undefined || environment?.voice === undefined, {
            path: ['voice'],
            message: 'An arm has one voice: give `voice` or `environment.voice`.',
          }),
      )
      .min(2)
      .max(4)
      .refine((arms) => new Set(arms.map(({ name }) => name)).size === arms.length, 'Two arms have one name.')
      .describe('What is compared. The others are compared with the first.'),
    judge: judgeRequest
      .optional()
      .describe(
        'A model that compares the text of each other arm with that of the first for each case, in both orders, once the arms have ended. It counts towards `maxCostMicros`.',
      ),
    repeats: z
      .int()
      .min(1)
      .max(3)
      .optional()
      .describe('How often each arm writes for each case; a case counts with the mean. Default: 1.'),
    maxCostMicros: z
      .int()
      .min(0)
      .optional()
      .describe(
        'It is stopped once all arms and the judge together have cost this much, in millionths of the currency.',
      ),
    minimum: minimum.optional(),
    dryRun: z
      .boolean()
      .optional()
      .describe('True: only tell how many generations it has and what it may use, and keep nothing.'),
  })
  .meta({
    id: 'ExperimentRequest',
    example: {
      datasetId: '019a8e9d-1c42-7d15-8a6b-3c5d7e9f1a2b',
      applicationId: 'product-title',
      arms: [
        { name: 'now', environment: { model: 'openai:gpt-5-mini' } },
        { name: 'friendly', environment: { model: 'openai:gpt-5-mini', tone: 'friendly' } },
      ],
      minimum: { success: 0.95 },
    },
  });
export type ExperimentRequest = z.infer<typeof experimentRequest>;
/** What an experiment is to do. */
export const experimentSubmission = experimentRequest.omit({ dryRun: true });
export type ExperimentSubmission = z.infer<typeof experimentSubmission>;

/** An experiment. */
export const experiment = z
  .object({
    id: uuid,
    datasetId: uuid,
    applicationId: z.string(),
    repeats: z.int(),
    maxCostMicros: z.int().optional(),
    minimum: minimum.optional(),
    status: batchStatus.describe('RUNNING until all arms have ended, and the judge.'),
    counts: batchCounts.describe('Of all arms together.'),
    arms: z.array(
      z.object({
        name: armName,
        environment: generationEnvironment,
        applicationVersion: z.int(),
        batchId: uuid.describe('The batch of its generations; list them by it.'),
        status: batchStatus,
        counts: batchCounts,
        usage: generationUsage,
      }),
    ),
    judge: z
      .object({
        model: z.string(),
        questions: z.array(z.string()),
        status: batchStatus.describe('RUNNING while it waits for the arms, too.'),
        counts: batchCounts.describe(
          'Its judgements, two for each pair: none until the arms have ended. Those of an arm are in a batch.',
        ),
        usage: generationUsage,
        batchIds: z.array(uuid).describe('The batches of its judgements; list them by these.'),
      })
      .optional(),
    results: experimentResults
      .optional()
      .describe(
        'Once it has ended: a look before the end would find false winners. Lists leave it out. Only what has run in both arms is compared.',
      ),
    createdAt: timestamp,
    completedAt: timestamp.optional(),
  })
  .meta({ id: 'Experiment' });
export type Experiment = z.infer<typeof experiment>;

/** An estimate of an experiment. */
export const experimentEstimate = z
  .object({
    count: z.int().describe('Number of generations of all arms.'),
    judgements: z.int().optional().describe('Number of judgements beside them, at most. With a judge.'),
    estimate: z.object({
      inputTokens: z.int(),
      outputTokens: z.int(),
      costMicros: z.int().nullable().describe('Null when the price of an arm or of the judge is not known.'),
    }),
  })
  .meta({ id: 'ExperimentEstimate' });
export type ExperimentEstimate = z.infer<typeof experimentEstimate>;

const submissionErrors = ['UnknownReference', 'QuotaExceeded'] as const;

export const createExperiment = request({
  operation: {
    id: 'CreateExperiment',
    summary: 'Create an experiment',
    description:
      'Writes for each case of a dataset in two to four ways, and compares what comes of it; follow it at `Location`. Each arm is a batch. Its generations use the facts of the dataset, are for nobody to review, and change nothing of products. With a judge, a model then compares the texts in pairs.',
    answer: 'Accepted.',
  },
  subject: 'generations.person.experiments.create',
  since: '1.1.0',
  input: z.object({ actor, body: experimentSubmission, idempotencyKey: idempotencyKey.optional() }),
  output: z.object({ experiment, replayed: z.boolean() }),
  errors: [...submissionErrors, 'IdempotencyKeyReused', 'IdempotencyInProgress'],
  timeoutMs: 10_000,
});

/** Estimates an experiment, and keeps nothing. */
export const estimateExperiment = request({
  subject: 'generations.person.experiments.estimate',
  since: '1.1.0',
  input: z.object({ actor, body: experimentSubmission }),
  output: experimentEstimate,
  errors: ['UnknownReference', 'TooManyRequests'],
  timeoutMs: 10_000,
  idempotent: true,
});

export const getExperiment = request({
  operation: {
    id: 'GetExperiment',
    summary: 'Get an experiment',
    description:
      'The experiment as it stands now, and its results once it has ended. They are computed when they are first asked for.',
    answer: 'The experiment.',
  },
  subject: 'generations.person.experiments.get',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: experiment,
  errors: ['NotFound', 'TooManyRequests'],
  timeoutMs: 10_000,
  idempotent: true,
});

/** Query of the list of experiments. */
export const experimentListQuery = z.strictObject(pageQuery('Experiments'));
export type ExperimentListQuery = z.infer<typeof experimentListQuery>;

/** One page of experiments, newest first. */
export const experimentList = z
  .object({ experiments: z.array(experiment.omit({ results: true })), ...pageOutput })
  .meta({ id: 'ExperimentList' });

export const listExperiments = request({
  operation: {
    id: 'ListExperiments',
    summary: 'List experiments',
    description: 'The experiments of the workspace, newest first, without their results.',
  },
  subject: 'generations.person.experiments.list',
  since: '1.1.0',
  input: z.object({ actor, ...pageInput }),
  output: experimentList,
  errors: ['InvalidNextToken'],
  idempotent: true,
  passthrough: true,
});

export const cancelExperiment = request({
  operation: {
    id: 'CancelExperiment',
    summary: 'Cancel an experiment',
    description:
      'Ends the batches of all arms and of the judge, as cancelling a batch does. What has run until then is compared. Cancelling an experiment that has ended changes nothing.',
    answer: 'The experiment as it stands; read it again where it has no results.',
  },
  subject: 'generations.person.experiments.cancel',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: experiment,
  errors: ['NotFound'],
  timeoutMs: 10_000,
  idempotent: true,
});

/** The counts of an experiment have changed; the key is its id. The notification may get lost: the record tells them. */
export const experimentChanged = notification({
  prefix: 'generations.notification.experiment',
  data: z.object({}),
});

/** The stream of the events of an experiment. */
export const followExperiment: StreamTexts = {
  id: 'FollowExperiment',
  summary: 'Follow an experiment',
  description: 'the experiment as it stands, then its counts, then the end',
  events: {
    'experiment.snapshot': 'the experiment as it stands; always the first event',
    'experiment.progress': '`{counts, judge?: {counts}}`, when they have changed, at most twice a second',
    'experiment.completed': 'the experiment; the stream ends',
  },
};
