// Accepts an import within one transaction: sorts its identifiers, stores them and asks for what must be fetched.
import { Injectable } from '@nestjs/common';
import {
  MARKETPLACES,
  type Actor,
  type ImportPreview,
  type ImportSubmission,
  type Marketplace,
} from '#contracts';
import { newId } from '#platform/context';
import type { Transaction } from '#platform/database';
import { FetchBatchesService } from '../fetching/index.ts';
import { ImportAdmissionService } from '../operations/index.ts';
import { ProductsService } from '../products/index.ts';
import { distinctAsins } from './asins.rules.ts';
import {
  type AcceptedImport,
  bucketsOf,
  ImportCompletionService,
  ImportsStore,
  type ItemState,
} from '../import-record/index.ts';

/** What is asked for: identifiers, and from where. */
export interface Submission extends Pick<ImportSubmission, 'asins' | 'refresh' | 'then'> {
  marketplace: Marketplace;
  /** The import whose failures this one tries again. */
  retryOf?: string;
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

  /** Stores the import, its pending fetches and the batches for them. Errors: Unavailable. */
  async accept(
    tx: Transaction,
    actor: Actor,
    { marketplace, retryOf, then: followUp, ...body }: Submission,
  ): Promise<AcceptedImport> {
    const { workspaceId } = actor;
    const id = newId();
    const items = await this.sortItems(tx, workspaceId, marketplace, body);
    const { importing: asins } = bucketsOf(items);
    const { region } = MARKETPLACES[marketplace];
    const mustFetch = region !== null && asins.length > 0;
    if (mustFetch) this.admission.admit(region, workspaceId);
    await this.imports.insert(tx, actor, { id, marketplace, items, retryOf });
    if (followUp) await this.imports.insertFollowUp(tx, { workspaceId, id }, followUp);
    const resolved = items.filter(({ status }) => status !== 'importing');
    this.completion.countResolved(
      tx,
      resolved.map(({ errorCode = null }) => ({ marketplace, errorCode })),
    );
    if (mustFetch) {
      await this.batches.request(tx, { region, marketplace, workspaceId, asins });
    } else {
      await this.completion.endFinished(tx, [{ workspaceId, id }]);
    }
    return { id, items, retryOf };
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
