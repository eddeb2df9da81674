// Checks requests for batches, and chooses their products.
import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
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
import { ProductChoicesClient } from './product-choices.client.ts';

/** Most unknown ids that an error lists. */
const MAX_DETAILS = 20;

/** Who asks for a batch: a person, or an import that has ended. */
type Requester = Pick<Actor, 'workspaceId' | 'accountId' | 'holderId'>;
type CheckedBody = ImportFollowUp & Pick<BatchSubmission, 'maxCostMicros'>;

@Injectable()
export class BatchRequestsService {
  constructor(
    private readonly requests: GenerationRequestsService,
    private readonly choices: ProductChoicesClient,
    private readonly budgets: BudgetsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Checks a request. Errors: UnknownReference (of its application or voice), InvalidArgument. */
  async check(
    actor: Requester,
    body: CheckedBody,
  ): Promise<{ task: BatchTask; custom: CustomRecord | undefined }> {
    const custom = await this.requests.custom(actor.workspaceId, body.applicationId);
    const task = this.taskOf(actor, body, custom);
    const voice = await this.requests.voiceOf(actor.workspaceId, task.environment.voice);
    return { task: { ...task, voice: voice ?? null }, custom };
  }

  private taskOf(
    actor: Requester,
    { applicationId, environment, inputs, maxCostMicros }: CheckedBody,
    custom: CustomRecord | undefined,
  ): Omit<BatchTask, 'voice'> {
    if (inputs?.['productId'] !== undefined)
      throw invalidArgument([
        { path: ['inputs', 'productId'], message: 'Each generation has its own product.' },
      ]);
    if (applicationId === 'localise' && inputs?.['generationId'] !== undefined)
      throw invalidArgument([
        { path: ['inputs', 'generationId'], message: 'A batch localises the texts of its products.' },
      ]);
    const valid = this.requests.validate({ applicationId, environment, inputs }, custom);
    const { applicationName, applicationVersion } = valid;
    const { model } = valid.environment;
    if (maxCostMicros !== undefined && model !== OFFLINE_MODEL && !this.config.MODEL_PRICES[model])
      throw invalidArgument([{ path: ['maxCostMicros'], message: 'This model has no price.' }]);
    const id = newId();
    return {
      workspaceId: actor.workspaceId,
      id,
      accountId: actor.accountId,
      holderId: holderOf(actor),
      requestId: currentContext()?.requestId ?? id,
      applicationId: valid.applicationId,
      applicationName,
      applicationVersion,
      inputs: valid.inputs,
      environment: valid.environment,
      maxCostMicros: maxCostMicros === undefined ? null : String(maxCostMicros),
    };
  }

  /** The workspace's marketplace, if a text about one of these products needs it. */
  homeOf(...given: Parameters<GenerationRequestsService['homeOf']>): Promise<Marketplace | undefined> {
    return this.requests.homeOf(...given);
  }

  /** Errors: QuotaExceeded when the budget for the model of a batch is spent. */
  async assertAffordable({ workspaceId, environment }: BatchTask): Promise<void> {
    const budget = await this.budgets.budgetOf(workspaceId, environment.model);
    if (budget && budget.leftMicros <= 0) throw budgetSpent(budget.limitMicros, new Date());
  }

  /**
   * The ids of the products that a batch is for. Errors: InvalidArgument when these are none or too many, UnknownReference,
   * those of `Bus.request`.
   */
  async choose(
    { workspaceId, holderId, applicationId }: BatchTask,
    body: BatchSubmission,
  ): Promise<string[]> {
    const { ids = [], filter, first } = body.products;
    const chosen = await this.choices.choose({
      workspaceId,
      holderId,
      from: filter ? { filter: filter.texts ? { applicationId, ...filter } : filter } : { ids },
      notEditedByPerson: body.skipEdited ? [...targetFieldsOf(applicationId)] : [],
      ...(body.skipAccepted && { withoutAccepted: applicationId }),
      most: first ?? MAX_BATCH_PRODUCTS + 1,
    });
    if (chosen.unknown.length > 0) throw unknownProducts(ids, new Set(chosen.unknown));
    if (chosen.ids.length === 0)
      throw invalidArgument([{ path: ['products'], message: 'There is no such product.' }]);
    if (chosen.ids.length > MAX_BATCH_PRODUCTS)
      throw invalidArgument([
        {
          path: ['products', 'first'],
          message: `These are more than ${MAX_BATCH_PRODUCTS} products. Say how many of them to take.`,
        },
      ]);
    return chosen.ids;
  }
}

function unknownProducts(ids: readonly string[], unknown: ReadonlySet<string>): AppError {
  const details = ids.flatMap((id, i) => {
    if (!unknown.has(id) && !unknown.has(id.toLowerCase())) return [];
    const message = 'There is no such product in the workspace.';
    return [{ code: 'UnknownReference', message, target: `products.ids[${i}]` }];
  });
  return new AppError('UnknownReference', {
    target: details[0]?.target ?? 'products.ids',
    details: details.slice(0, MAX_DETAILS),
  });
}
