// Checks requests for experiments, and tells what one would be: each arm is a batch over the cases of a dataset.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  holderOf,
  type Actor,
  type Dataset,
  type ExperimentEstimate,
  type ExperimentSubmission,
} from '#contracts';
import { ComputedAnswers, type Transaction } from '#platform/database';
import { invalidArgument } from '#platform/errors';
import { BatchEstimatesService, BatchRequestsService, SAMPLE } from '../batches/index.ts';
import { DatasetsService } from '../datasets/index.ts';

/** The batch of an arm, before it has products. */
type CheckedArm = Awaited<ReturnType<BatchRequestsService['check']>>;

@Injectable()
export class ExperimentRequestsService {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly requests: BatchRequestsService,
    private readonly estimates: BatchEstimatesService,
    private readonly answers: ComputedAnswers,
  ) {}

  /** Checks a request; the arms in their order. Errors: UnknownReference, InvalidArgument. */
  async check(actor: Actor, body: ExperimentSubmission): Promise<{ dataset: Dataset; arms: CheckedArm[] }> {
    const dataset = await this.dataset(actor.workspaceId, body.datasetId);
    const arms: CheckedArm[] = [];
    for (const [place, arm] of body.arms.entries()) {
      if (arm.applicationVersion !== undefined && arm.applicationVersion > 1 && !isOwn(body.applicationId))
        throw invalidArgument([
          { path: ['arms', place, 'applicationVersion'], message: 'A built-in application has version 1.' },
        ]);
      arms.push(await this.checkArm(actor, body, dataset, place));
    }
    return { dataset, arms };
  }

  /** Errors: QuotaExceeded when the budget for the model of an arm is spent. */
  async assertAffordable(arms: readonly CheckedArm[]): Promise<void> {
    for (const { task } of arms) await this.requests.assertAffordable(task);
  }

  /** The ids of the products of a dataset, which stays until the end of the transaction. Errors: UnknownReference. */
  casesOf(tx: Transaction, workspaceId: string, datasetId: string): Promise<string[]> {
    return this.datasets.keep(tx, workspaceId, datasetId);
  }

  /** What the generations of all arms would use. Errors: those of `check`, TooManyRequests. */
  estimate(actor: Actor, body: ExperimentSubmission): Promise<ExperimentEstimate> {
    return this.answers.within(holderOf(actor), async () => {
      const { dataset, arms } = await this.check(actor, body);
      const products = await this.datasets.sample(actor.workspaceId, dataset.id, SAMPLE);
      const each = dataset.cases * (body.repeats ?? 1);
      const sum: ExperimentEstimate = {
        count: 0,
        estimate: { inputTokens: 0, outputTokens: 0, costMicros: 0 },
      };
      for (const { task, custom } of arms) {
        const { count, estimate } = await this.estimates.estimateTask(task, custom, products, each);
        const { inputTokens, outputTokens, costMicros } = sum.estimate;
        sum.count += count;
        sum.estimate = {
          inputTokens: inputTokens + estimate.inputTokens,
          outputTokens: outputTokens + estimate.outputTokens,
          costMicros:
            costMicros === null || estimate.costMicros === null ? null : costMicros + estimate.costMicros,
        };
      }
      return sum;
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
    const { environment, applicationVersion } = arms[place] ?? {};
    const settings = { ...(environment && { environment }), ...(inputs && { inputs }) };
    const body = { applicationId, ...settings, ...(maxCostMicros !== undefined && { maxCostMicros }) };
    try {
      return await this.requests.check(actor, body, applicationVersion);
    } catch (error) {
      if (!(error instanceof AppError) || !error.target?.startsWith('environment')) throw error;
      const { code, message, target } = error;
      throw new AppError(code, { message, target: `arms[${place}].${target}` });
    }
  }
}

/** True for an id that no built-in application has. */
function isOwn(applicationId: string): boolean {
  return applicationId.length === 36;
}
