// Tells what a batch would be: how many products it has, and about what it would use. Nothing is kept, and no model is called.
import { setImmediate as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { holderOf, type Actor, type BatchEstimate, type BatchSubmission, type Product } from '#contracts';
import { ComputedAnswers } from '#platform/database';
import { CONFIG } from '#platform/config';
import { nonce } from '#platform/crypto';
import { estimateOf, type CustomRecord } from '../applications/index.ts';
import type { BatchTask } from '../batch-record/index.ts';
import type { Config } from '../config.ts';
import { BatchRequestsService } from './batch-requests.service.ts';
import { sampleOf } from './batch-samples.rules.ts';
import { ChosenProductsService } from '../products/index.ts';

/** Products from whose prompts the use of a whole batch is estimated. */
export const SAMPLE = 20;

@Injectable()
export class BatchEstimatesService {
  constructor(
    private readonly requests: BatchRequestsService,
    private readonly choices: ChosenProductsService,
    private readonly answers: ComputedAnswers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * What a batch would be. Errors: those of BatchRequestsService, TooManyRequests. A budget that is spent is none: nothing is
   * spent here.
   */
  estimate(actor: Actor, body: BatchSubmission): Promise<BatchEstimate> {
    return this.answers.within(holderOf(actor), () => this.estimateNow(actor, body));
  }

  private async estimateNow(actor: Actor, body: BatchSubmission): Promise<BatchEstimate> {
    const { task, custom } = await this.requests.check(actor, body);
    const ids = await this.requests.choose(task, body);
    const found = await this.choices.find(actor, ids.slice(0, SAMPLE));
    const products = [...found.values()].filter((product) => product !== undefined);
    return this.estimateTask(task, custom, products, ids.length);
  }

  /** What `count` generations would use, estimated from some of their products. */
  async estimateTask(
    task: BatchTask,
    custom: CustomRecord | undefined,
    products: readonly Product[],
    count: number,
  ): Promise<BatchEstimate> {
    const home = await this.requests.homeForEstimate(task.workspaceId, task.environment, products);
    const sample = await sampleOf({ ...task, home }, custom, products, { mark: nonce, pause });
    return { count, estimate: this.estimateSample(task.environment.model, count, sample) };
  }

  /** What `count` calls would use, estimated from a sample of them. */
  estimateSample(
    model: string,
    count: number,
    sample: Parameters<typeof estimateOf>[2],
  ): BatchEstimate['estimate'] {
    return estimateOf(model, count, sample, this.config.MODEL_PRICES);
  }
}
