// Checks requests for batches, and chooses their products.
import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  defined,
  holderOf,
  MAX_BATCH_PRODUCTS,
  OFFLINE_MODEL,
  type Actor,
  type BatchSubmission,
  type ImportFollowUp,
  type Marketplace,
} from '#contracts';
import { targetFieldsOf } from '#content';
import { CONFIG } from '#platform/config';
import { currentContext, newId } from '#platform/context';
import { invalidArgument } from '#platform/errors';
import type { CustomRecord } from '../applications/index.ts';
import { budgetSpent, BudgetsService } from '../budget/index.ts';
import type { Config } from '../config.ts';
import { GenerationRequestsService } from '../intake/index.ts';
import type { BatchTask } from '../batch-record/index.ts';
import { ChosenProductsService } from '../products/index.ts';

/** Who asks for a batch: a person, or an import that has ended. */
type Requester = Pick<Actor, 'workspaceId' | 'accountId' | 'holderId' | 'limits'>;
type CheckedBody = ImportFollowUp & Pick<BatchSubmission, 'maxCostMicros'>;

@Injectable()
export class BatchRequestsService {
  constructor(
    private readonly requests: GenerationRequestsService,
    private readonly choices: ChosenProductsService,
    private readonly budgets: BudgetsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Checks a request, at the latest version of its application unless another is named. Errors: UnknownReference (of its
   * application or voice), InvalidArgument.
   */
  async check(
    actor: Requester,
    body: CheckedBody,
    version?: number,
  ): Promise<{ task: BatchTask; custom: CustomRecord | undefined }> {
    const custom = await this.requests.custom(actor.workspaceId, body.applicationId, version);
    const task = this.checkAs(actor, body, custom);
    const voice = await this.requests.voiceOf(actor.workspaceId, task.environment.voice);
    return { task: { ...task, voice: voice ?? null }, custom };
  }

  /** As `check`, for an application that is given, without a voice. Errors: InvalidArgument. */
  checkAs(
    actor: Requester,
    { applicationId, environment, inputs, maxCostMicros }: CheckedBody,
    custom: CustomRecord | undefined,
  ): BatchTask {
    checkInputs(applicationId, inputs);
    const valid = this.requests.validate({ applicationId, environment, inputs }, custom);
    const { applicationName, applicationVersion } = valid;
    const { model } = valid.environment;
    if (maxCostMicros !== undefined && model !== OFFLINE_MODEL && !this.config.MODEL_PRICES[model])
      throw invalidArgument([
        {
          path: ['maxCostMicros'],
          message: 'Leave it out: the model has no price, so its cost is not known.',
        },
      ]);
    const id = newId();
    return {
      workspaceId: actor.workspaceId,
      id,
      accountId: actor.accountId,
      holderId: holderOf(actor),
      mostRunning: actor.limits?.runningGenerations ?? null,
      requestId: currentContext()?.requestId ?? id,
      applicationId: valid.applicationId,
      applicationName,
      applicationVersion,
      inputs: valid.inputs,
      environment: valid.environment,
      voice: null,
      maxCostMicros: maxCostMicros === undefined ? null : String(maxCostMicros),
      experimentId: null,
      arm: null,
      datasetId: null,
    };
  }

  /** True for an application of the workspace that a batch can be written with. */
  async hasApplication(workspaceId: string, id: string): Promise<boolean> {
    return (await this.requests.custom(workspaceId, id)) !== undefined;
  }

  /**
   * The workspace's marketplace, if a text about one of these products needs it and anybody tells it. For estimates alone: they
   * are about as large for any marketplace, and a text is not written without it.
   */
  async homeForEstimate(
    ...given: Parameters<GenerationRequestsService['homeOf']>
  ): Promise<Marketplace | undefined> {
    try {
      return await this.requests.homeOf(...given);
    } catch (error) {
      if (error instanceof AppError && error.code === 'Unavailable') return undefined;
      throw error;
    }
  }

  /**
   * Refuses a batch that could not begin. Errors: QuotaExceeded when the budget for its model is spent, Unavailable when nobody
   * knows it.
   */
  async assertAffordable({ workspaceId, environment }: BatchTask): Promise<void> {
    const budget = await this.budgets.budgetOf(workspaceId, environment.model);
    if (budget && budget.leftMicros <= 0) throw budgetSpent(budget.limitMicros, new Date());
  }

  /** The ids of the products that a batch is for. Errors: those of ChosenProductsService. */
  choose({ workspaceId, holderId, applicationId }: BatchTask, body: BatchSubmission): Promise<string[]> {
    const { products } = body;
    const filter = products.filter?.texts ? { applicationId, ...products.filter } : products.filter;
    return this.choices.choose({
      workspaceId,
      holderId,
      products: { ...products, ...defined({ filter }) },
      notEditedByPerson: body.skipEdited ? [...targetFieldsOf(applicationId)] : [],
      ...(body.skipAccepted && { withoutAccepted: applicationId }),
      most: MAX_BATCH_PRODUCTS,
    });
  }
}

/** Refuses inputs that each generation of a batch gets by itself. Errors: InvalidArgument. */
function checkInputs(applicationId: string, inputs: CheckedBody['inputs']): void {
  if (inputs?.['productId'] !== undefined) {
    const message = 'Leave it out: each generation of a batch has its own product.';
    throw invalidArgument([{ path: ['inputs', 'productId'], message }]);
  }
  if (applicationId === 'localise' && inputs?.['generationId'] !== undefined) {
    const message = 'Leave it out: a batch localises the texts of its products.';
    throw invalidArgument([{ path: ['inputs', 'generationId'], message }]);
  }
}
