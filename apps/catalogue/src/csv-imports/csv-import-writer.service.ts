// Writes the rows of CSV files to products, chunk by chunk, until each row has its outcome.
import { Injectable } from '@nestjs/common';
import type { CsvRow, ProductRow } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { Every, runAll } from '#platform/resilience';
import {
  ImportAnnouncementsService,
  ImportCompletionService,
  type ImportKey,
} from '../import-record/index.ts';
import { ProductRowsService } from '../products/index.ts';
import { CsvImportsStore } from './csv-imports.store.ts';

/** Most imports of one round, each of which has its turn. */
const LIMIT = 100;
/** Time after which no further round begins, in milliseconds: a task that runs for a minute counts as stuck. */
const ROUNDS_MS = 20_000;

@Injectable()
export class CsvImportWriterService {
  constructor(
    private readonly database: Database,
    private readonly store: CsvImportsStore,
    private readonly products: ProductRowsService,
    private readonly completion: ImportCompletionService,
    private readonly announcements: ImportAnnouncementsService,
  ) {}

  /**
   * Writes one chunk of each running import, again and again until there is none, so that a large file delays no small one.
   * A chunk is one transaction: whatever ends in between, each row is written once, and the next round goes on after it.
   */
  @Every('rows of CSV files', 500)
  async write(): Promise<void> {
    const endsAt = performance.now() + ROUNDS_MS;
    let isWritten = true;
    const write = async (one: ImportKey): Promise<void> => {
      if (await this.database.asSystem((tx) => this.writeChunk(tx, one))) isWritten = true;
    };
    while (isWritten && performance.now() < endsAt) {
      isWritten = false;
      const running = await this.store.running(LIMIT);
      await runAll(...running.map((one) => () => write(one)));
    }
  }

  /** Writes the next chunk of an import, or ends the import when there is none; true for a chunk. */
  private async writeChunk(tx: Transaction, one: ImportKey): Promise<boolean> {
    const chunk = await this.store.lockChunk(tx, one);
    if (!chunk) {
      await this.completion.endFinished(tx, [one]);
      return false;
    }
    const rows = chunk.rows.filter((row): row is ProductRow => !isInvalid(row));
    const importing = await this.store.lockImporting(
      tx,
      one,
      rows.map(({ row }) => row),
    );
    const outcomes = await this.products.write(
      tx,
      one.workspaceId,
      rows.filter(({ row }) => importing.has(row)),
    );
    const resolved = outcomes.map(({ row, productId, flaw }) => ({
      row,
      productId,
      errorCode: flaw ? ('InvalidRow' as const) : null,
      errorTarget: flaw?.target ?? null,
    }));
    await this.store.resolve(tx, one, chunk.chunk, resolved);
    this.announcements.changed(tx, [one]);
    this.completion.countResolved(
      tx,
      resolved.map(({ errorCode }) => ({ marketplace: null, errorCode })),
    );
    return true;
  }
}

const isInvalid = (row: CsvRow): boolean => 'isInvalid' in row;
