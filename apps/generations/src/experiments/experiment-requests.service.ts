// Checks requests for experiments, and tells what one would be: each arm is a batch over the cases of a dataset.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  holderOf,
  isBuiltIn,
  type Actor,
  type BatchEstimate,
  type Dataset,
  type ExperimentEstimate,
  type ExperimentSubmission,
} from '#contracts';
import { ComputedAnswers, type Transaction } from '#platform/database';
import { invalidArgument } from '#platform/errors';
import { BatchEstimatesService, BatchRequestsService, SAMPLE } from '../batches/index.ts';
import type { BatchTask } from '../batch-record/index.ts';
import { DatasetsService } from '../datasets/index.ts';
import { checkJudge, JUDGE, judgeBody, judgingSample, questionsOf } from './judge-requests.rules.ts';

/** The batch of an arm, before it has products. */
type CheckedArm = Awaited<ReturnType<BatchRequestsService['check']>>;

/** A checked request: its arms in the order of the request, and the batch of its judge, before it has products. */
interface CheckedExperiment {
  dataset: Dataset;
  arms: CheckedArm[];
  judge: BatchTask | undefined;
}

@Injectable()
export class ExperimentRequestsService {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly requests: BatchRequestsService,
    private readonly estimates: BatchEstimatesService,
    private readonly answers: ComputedAnswers,
  ) {}

  /** Checks a request. Errors: UnknownReference, InvalidArgument. */
  async check(actor: Actor, body: ExperimentSubmission): Promise<CheckedExperiment> {
    const dataset = await this.dataset(actor.workspaceId, body.datasetId);
    const arms: CheckedArm[] = [];
    for (const [place, arm] of body.arms.entries()) {
      if (arm.applicationVersion !== undefined && arm.applicationVersion > 1 && isBuiltIn(body.applicationId))
        throw invalidArgument([
          {
            path: ['arms', place, 'applicationVersion'],
            message: 'A built-in application has only version 1.',
          },
        ]);
      arms.push(await this.checkArm(actor, body, dataset, place));
    }
    checkJudge(
      body,
      arms.map(({ task }) => task.environment.model),
    );
    const checkJudging = () => this.requests.checkAs(actor, judgeBody(body), JUDGE);
    const judge = body.judge && (await named(placeOfJudge, checkJudging));
    return { dataset, arms, judge };
  }

  /**
   * Refuses an experiment that could not begin. Errors: QuotaExceeded when the budget for the model of an arm or of the judge
   * is spent.
   */
  async assertAffordable({ arms, judge }: CheckedExperiment): Promise<void> {
    for (const [place, { task }] of arms.entries())
      await named(placeInArm(place), () => this.requests.assertAffordable(task));
    if (judge) await named(placeOfJudge, () => this.requests.assertAffordable(judge));
  }

  /** The ids of the products of a dataset, which stays until the end of the transaction. Errors: UnknownReference. */
  casesOf(tx: Transaction, workspaceId: string, datasetId: string): Promise<string[]> {
    return this.datasets.keep(tx, workspaceId, datasetId);
  }

  /** What the generations of all arms, and the judgements, would use. Errors: those of `check`, TooManyRequests. */
  estimate(actor: Actor, body: ExperimentSubmission): Promise<ExperimentEstimate> {
    return this.answers.within(holderOf(actor), async () => {
      const { dataset, arms, judge } = await this.check(actor, body);
      const products = await this.datasets.sample(actor.workspaceId, dataset.id, SAMPLE);
      const each = dataset.cases * (body.repeats ?? 1);
      const parts: BatchEstimate[] = [];
      for (const { task, custom } of arms)
        parts.push(await this.estimates.estimateTask(task, custom, products, each));
      const count = sum(parts.map((part) => part.count));
      if (!judge) return { count, estimate: sumOf(parts) };
      const judgements = 2 * dataset.cases * (arms.length - 1);
      const longest = Math.max(...parts.map(({ estimate }) => Math.ceil(estimate.outputTokens / each)));
      const asked = { questions: questionsOf(body), applicationId: body.applicationId };
      const sample = judgingSample(judge, asked, products, longest);
      const { model } = judge.environment;
      const estimate = this.estimates.estimateSample(model, judgements, sample);
      return { count, judgements, estimate: sumOf([...parts, { count: judgements, estimate }]) };
    });
  }

  private async dataset(workspaceId: string, id: string): Promise<Dataset> {
    try {
      return await this.datasets.get(workspaceId, id);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'NotFound') throw error;
      throw new AppError('UnknownReference', { target: 'datasetId' });
    }
  }

  private async checkArm(
    actor: Actor,
    { applicationId, arms, maxCostMicros }: ExperimentSubmission,
    { inputs }: Dataset,
    place: number,
  ): Promise<CheckedArm> {
    const { environment: given, applicationVersion, voice } = arms[place] ?? {};
    const environment = voice === undefined ? given : { ...given, voice };
    const settings = { ...(environment && { environment }), ...(inputs && { inputs }) };
    const body = { applicationId, ...settings, ...(maxCostMicros !== undefined && { maxCostMicros }) };
    const nameOf = placeInArm(place, voice !== undefined);
    try {
      return await named(nameOf, () => this.requests.check(actor, body, applicationVersion));
    } catch (error) {
      if (applicationVersion === undefined || !isUnknownApplication(error)) throw error;
      if (!(await this.requests.hasApplication(actor.workspaceId, applicationId))) throw error;
      const target = `arms[${place}].applicationVersion`;
      throw new AppError('UnknownReference', { target, message: 'The application has no such version.' });
    }
  }
}

function isUnknownApplication(error: unknown): boolean {
  return error instanceof AppError && error.code === 'UnknownReference' && error.target === 'applicationId';
}

/** Tells where the request has what the batch of the arm at `place` calls `target`. Its inputs are those of the dataset. */
function placeInArm(place: number, hasVoice = false): (target: string) => string {
  return (target) => {
    if (/^inputs\b/.test(target)) return 'datasetId';
    if (!/^environment\b/.test(target)) return target;
    return `arms[${place}].${hasVoice && target === 'environment.voice' ? 'voice' : target}`;
  };
}

/** The same for the batch of its judge. */
function placeOfJudge(target: string): string {
  return target.replace(/^environment\b/, 'judge');
}

/** The result of a check of a batch. A refusal names what is wrong by its place in the request, which `nameOf` tells. */
async function named<T>(nameOf: (target: string) => string, check: () => T | Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof AppError) || error.target === undefined) throw error;
    const { code, customMessage: message, target, retryAfter, cause } = error;
    const details = error.details.map((detail) => inPlace(detail, nameOf));
    throw new AppError(code, { ...inPlace({ message, target }, nameOf), details, retryAfter, cause });
  }
}

/** A fault with its place in the request. What the dataset names by one field has a message that tells which of its inputs it is. */
function inPlace<F extends { message: string | undefined; target?: string | undefined }>(
  fault: F,
  nameOf: (target: string) => string,
): F {
  const { target, message } = fault;
  if (target === undefined) return fault;
  const place = nameOf(target);
  const isOfDataset = place === 'datasetId' && target !== place;
  return { ...fault, target: place, ...(isOfDataset && { message: `${target} of the dataset: ${message}` }) };
}

function sumOf(parts: readonly BatchEstimate[]): ExperimentEstimate['estimate'] {
  const estimates = parts.map(({ estimate }) => estimate);
  const costs = estimates.map(({ costMicros }) => costMicros);
  return {
    inputTokens: sum(estimates.map(({ inputTokens }) => inputTokens)),
    outputTokens: sum(estimates.map(({ outputTokens }) => outputTokens)),
    costMicros: costs.includes(null) ? null : sum(costs.map(Number)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
