// Ending imports whose last identifier is settled, once each.
import { Injectable } from '@nestjs/common';
import { importCompleted, type ImportStatus } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { Outbox } from '#platform/outbox';
import { importStatusOf } from './imports.rules.ts';
import { ImportsStore, type SettledItem } from './imports.store.ts';
import { settledItems } from '../metrics.ts';

/** Ends imports. */
@Injectable()
export class ImportCompletionService {
  constructor(
    private readonly database: Database,
    private readonly imports: ImportsStore,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Ends those of the imports that wait for nothing more. The imports are locked before they are counted: of
   * two transactions that settle the last two identifiers, the later one sees both.
   */
  async endFinished(tx: Transaction, importIds: readonly string[]): Promise<void> {
    await this.imports.lockRunning(tx, importIds);
    const counted = await this.imports.counts(tx, importIds);
    const ended = counted
      .map((counts) => ({ ...counts, status: importStatusOf(counts) }))
      .filter((counts) => counts.status !== 'RUNNING');
    if (ended.length === 0) return;
    await this.imports.end(tx, ended);
    const facts = ended.map(({ id, workspaceId, status, success, failure }) => ({
      subject: id,
      data: {
        workspaceId,
        importId: id,
        status: status as Exclude<ImportStatus, 'RUNNING'>,
        counts: { total: success + failure, success, failure },
      },
    }));
    await this.outbox.events(tx, importCompleted, facts);
  }

  /** Fails what still waits in imports past their deadline, and ends them; at most so many imports. */
  async endExpired(tx: Transaction, most: number): Promise<void> {
    const { importIds, items } = await this.imports.expire(tx, most);
    if (importIds.length === 0) return;
    this.count(tx, items);
    await this.endFinished(tx, importIds);
  }

  /** Counts settled items once the transaction is committed. */
  count(tx: Transaction, items: readonly Pick<SettledItem, 'marketplace' | 'errorCode'>[]): void {
    this.database.afterCommit(tx, () => {
      for (const { marketplace, errorCode } of items)
        settledItems.inc({ marketplace, outcome: errorCode ?? 'success' });
    });
  }
}
