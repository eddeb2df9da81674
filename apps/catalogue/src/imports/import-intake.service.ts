// Accepts an import within one transaction: sorts its identifiers, stores them and asks for what must be fetched.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  holderOf,
  MARKETPLACES,
  type Actor,
  type ImportPreview,
  type ImportSubmission,
  type LimitedWorkspace,
  type Marketplace,
} from '#contracts';
import { newId } from '#platform/context';
import type { Transaction } from '#platform/database';
import { FetchBatchesService } from '../fetching/index.ts';
import { ImportAdmissionService } from '../operations/index.ts';
import { type ProductRoom, ProductsService } from '../products/index.ts';
import { distinctAsins } from './asins.rules.ts';
import {
  type AcceptedImport,
  bucketsOf,
  ImportCompletionService,
  ImportsStore,
  type ItemState,
} from '../import-record/index.ts';

/** Most imports of a workspace that a batch is to follow: a tenant whose batches do not begin must not fill the table. */
const MAX_FOLLOW_UPS = 10_000;
/** `Retry-After` of a refusal because of them, in seconds. */
const RETRY_S = 60;

/** What is asked for: identifiers, and from where. */
export interface Submission extends Pick<ImportSubmission, 'asins' | 'refresh' | 'then'> {
  marketplace: Marketplace;
  /** The import whose failures this one tries again. */
  retryOf?: string;
  /** The room for what is new; not asked for by a preview. */
  room?: ProductRoom | undefined;
}

@Injectable()
export class ImportIntakeService {
  constructor(
    private readonly admission: ImportAdmissionService,
    private readonly products: ProductsService,
    private readonly imports: ImportsStore,
    private readonly batches: FetchBatchesService,
    private readonly completion: ImportCompletionService,
  ) {}

  /** Stores the import and its pending fetches; batches for them are queued after the commit. Errors: Unavailable, QuotaExceeded. */
  async accept(
    tx: Transaction,
    actor: Actor,
    { marketplace, retryOf, then: followUp, room, ...body }: Submission,
  ): Promise<AcceptedImport> {
    const { workspaceId } = actor;
    const id = newId();
    const items = await this.sortItems(tx, workspaceId, marketplace, body);
    const { importing: asins } = bucketsOf(items);
    const { region } = MARKETPLACES[marketplace];
    const mustFetch = region !== null && asins.length > 0;
    const holderId = holderOf(actor);
    if (mustFetch) this.admission.admit(region, holderId); // before the room is taken, which nobody gives back
    const added = await this.products.countNew(tx, workspaceId, marketplace, asins);
    const refusal = asins.length > 0 ? room?.(added) : undefined; // what is fetched again may be longer
    if (refusal) throw refusal;
    await this.imports.insert(tx, actor, { id, marketplace, items, added, retryOf, followUp });
    if (followUp && !(await this.imports.insertFollowUp(tx, id, actor, MAX_FOLLOW_UPS)))
      throw new AppError('QuotaExceeded', {
        target: retryOf === undefined ? 'then' : undefined,
        message: `At most ${MAX_FOLLOW_UPS} batches of a workspace may wait for their imports. Wait for some to begin.`,
        retryAfter: RETRY_S,
      });
    const resolved = items.filter(({ status }) => status !== 'importing');
    this.completion.countResolved(
      tx,
      resolved.map(({ errorCode = null }) => ({ marketplace, errorCode })),
    );
    if (mustFetch) {
      await this.batches.request(tx, { region, marketplace, workspaceId, holderId, asins });
    } else {
      await this.completion.settle(tx, [{ workspaceId, id }], []);
    }
    return { id, items, retryOf };
  }

  /** The room that a workspace has for the new products of a part of a request. It is asked for before the transaction. */
  roomOf(limited: LimitedWorkspace, target?: 'asins'): Promise<ProductRoom> {
    return this.products.roomOf(limited, target);
  }

  /** The identifiers by their first status. */
  async preview(tx: Transaction, workspaceId: string, submission: Submission): Promise<ImportPreview> {
    return bucketsOf(await this.sortItems(tx, workspaceId, submission.marketplace, submission));
  }

  /** Gives every submitted identifier its first status: stored and fresh, to be fetched, or refused. */
  private async sortItems(
    tx: Transaction,
    workspaceId: string,
    marketplace: Marketplace,
    body: Pick<ImportSubmission, 'asins' | 'refresh'>,
  ): Promise<ItemState[]> {
    const asins = [...distinctAsins(body.asins)];
    const wellFormed = asins.flatMap(([asin, isWellFormed]) => (isWellFormed ? [asin] : []));
    const supported = MARKETPLACES[marketplace].region !== null;
    const fresh =
      supported && !body.refresh
        ? await this.products.freshIds(tx, workspaceId, marketplace, wellFormed)
        : new Map<string, string>();
    return asins.map(([asin, isWellFormed]): ItemState => {
      if (!isWellFormed) return { asin, status: 'failure', errorCode: 'InvalidAsin' };
      if (!supported) return { asin, status: 'failure', errorCode: 'MarketplaceUnsupported' };
      const productId = fresh.get(asin);
      return productId ? { asin, status: 'success', productId } : { asin, status: 'importing' };
    });
  }
}
