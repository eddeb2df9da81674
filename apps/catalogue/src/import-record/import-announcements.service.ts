// Tells others what becomes of imports: those who follow one, and the readers of events.
import { Injectable } from '@nestjs/common';
import { importChanged, importCompleted, type ImportStatus } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { Bus } from '#platform/messaging';
import { Outbox } from '#platform/outbox';
import type { ImportKey } from './imports.entity.ts';
import type { ImportCounts } from './imports.rules.ts';

/** An import that ends in a transaction. */
export type EndedImport = ImportKey & ImportCounts & { status: Exclude<ImportStatus, 'RUNNING'> };

@Injectable()
export class ImportAnnouncementsService {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly outbox: Outbox,
  ) {}

  /** Wakes those who follow these imports once the transaction has committed: one notification an import, not an item. */
  changed(tx: Transaction, imports: readonly ImportKey[]): void {
    this.database.afterCommit(tx, () => {
      for (const { id } of imports) this.bus.notify(importChanged, id, {});
    });
  }

  /** Publishes the ends of imports. */
  ended(tx: Transaction, imports: readonly EndedImport[]): void {
    const events = imports.map(({ id, workspaceId, status, success, failure }) => ({
      subject: id,
      data: {
        workspaceId,
        importId: id,
        status,
        counts: { total: success + failure, success, failure },
      },
    }));
    this.outbox.events(tx, importCompleted, events);
  }
}
