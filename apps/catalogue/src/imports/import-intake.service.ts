// What happens in the one transaction that accepts an import.
import { Injectable } from '@nestjs/common';
import {
  MARKETPLACES,
  type Actor,
  type ImportRequest,
  type ImportResult,
  type Marketplace,
} from '#contracts';
import { newId } from '#platform/context';
import type { Transaction } from '#platform/database';
import { sortAsins } from './asins.rules.ts';
import { ImportAdmissionService } from '../operations/import-admission.service.ts';
import { ImportCompletionService } from './import-completion.service.ts';
import { bucketsOf, type KeptItem } from './imports.rules.ts';
import { ImportsStore } from './imports.store.ts';
import { ProductsStore } from '../products/products.store.ts';
import { FetchBatchesService } from '../fetching/fetch-batches.service.ts';

/** An import asked for. */
export interface WantedImport {
  actor: Actor;
  marketplace: Marketplace;
  body: ImportRequest;
}

/** Accepts imports. */
@Injectable()
export class ImportIntakeService {
  constructor(
    private readonly imports: ImportsStore,
    private readonly products: ProductsStore,
    private readonly tickets: FetchBatchesService,
    private readonly endings: ImportCompletionService,
    private readonly backlog: ImportAdmissionService,
  ) {}

  /** Stores the import, what must be fetched for it, and the tickets for that. Errors: Unavailable. */
  async accept(tx: Transaction, wanted: WantedImport): Promise<ImportResult> {
    const { actor, marketplace } = wanted;
    const id = newId();
    const items = await this.sortOut(tx, wanted);
    await this.imports.insert(tx, { id, actor, marketplace, items });
    const settled = items.filter(({ status }) => status !== 'importing');
    this.endings.count(
      tx,
      settled.map(({ errorCode = null }) => ({ marketplace, errorCode })),
    );
    const result = bucketsOf(id, items);
    const { region } = MARKETPLACES[marketplace];
    if (region && result.importing.length > 0) {
      const { workspaceId } = actor;
      this.backlog.assertRoom(region, workspaceId);
      await this.tickets.request(tx, { region, marketplace, workspaceId, asins: result.importing });
    } else {
      await this.endings.endFinished(tx, [id]);
    }
    return result;
  }

  /** Puts every submitted identifier where it stands at once: stored and fresh, to be fetched, or refused. */
  private async sortOut(tx: Transaction, { actor, marketplace, body }: WantedImport): Promise<KeptItem[]> {
    const { wellFormed, all } = sortAsins(body.asins);
    const known = new Set(wellFormed);
    const supported = MARKETPLACES[marketplace].region !== null;
    const fresh =
      supported && !body.refresh
        ? await this.products.fresh(tx, actor.workspaceId, marketplace, wellFormed)
        : new Map<string, string>();
    return all.map((asin): KeptItem => {
      if (!known.has(asin)) return { asin, status: 'failure', errorCode: 'InvalidAsin' };
      if (!supported) return { asin, status: 'failure', errorCode: 'MarketplaceUnsupported' };
      const productId = fresh.get(asin);
      return productId ? { asin, status: 'success', productId } : { asin, status: 'importing' };
    });
  }
}
