// Writes the rows of CSV files to products, chunk by chunk, until each row has its outcome.
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { CsvRow, ProductRow } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { Every, WorkLoop } from '#platform/resilience';
import { ImportCompletionService, type ImportKey } from '../import-record/index.ts';
import { ProductRowsService } from '../products/index.ts';
import { CsvImportsStore } from './csv-imports.store.ts';

/** Most imports of one round: few, so that each holder has its turn again soon. */
const LIMIT = 8;

@Injectable()
export class CsvImportWriterService {
  private readonly loop = new WorkLoop<ImportKey>({
    find: () => this.store.running(LIMIT),
    work: (one) => withRest(() => this.database.asSystem((tx) => this.writeChunk(tx, one))),
    atOnce: 2, // a chunk keeps Postgres busy for longer than most work does
  });

  constructor(
    private readonly database: Database,
    private readonly store: CsvImportsStore,
    private readonly products: ProductRowsService,
    private readonly completion: ImportCompletionService,
  ) {}

  /**
   * Writes chunks until there is none, in rounds of one chunk of each of a few imports, so that a large file delays no small
   * one. A chunk is one transaction: wherever the process ends, each row is written once.
   */
  @Every('rows of CSV files', 500)
  write(): Promise<void> {
    return this.loop.run();
  }

  /** Writes the next chunk of an import, or ends the import when there is none; true for a chunk. */
  private async writeChunk(tx: Transaction, one: ImportKey): Promise<boolean> {
    if (!(await this.store.lockFile(tx, one))) return false;
    const chunk = await this.store.lockChunk(tx, one);
    if (!chunk) {
      await this.completion.settle(tx, [one], []);
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
    const isDone = outcomes.length === importing.size; // else the others are written next
    const resolved = outcomes.map(({ row, productId, flaw }) => ({
      row,
      productId,
      errorCode: flaw ? ('InvalidRow' as const) : null,
      errorTarget: flaw?.target ?? null,
    }));
    await this.store.resolve(tx, one, resolved);
    if (isDone) await this.store.removeChunk(tx, one, chunk.chunk);
    const { workspaceId, id: importId } = one;
    const items = resolved.map(({ errorCode }) => ({ workspaceId, importId, marketplace: null, errorCode }));
    await this.completion.settle(tx, [one], items);
    return true;
  }
}

/** Works, and rests for as long as that took: what people wait for has Postgres to itself half of the time. */
async function withRest(work: () => Promise<boolean>): Promise<boolean> {
  const startedAt = performance.now();
  const hasWorked = await work();
  if (hasWorked) await sleep(performance.now() - startedAt);
  return hasWorked;
}

const isInvalid = (row: CsvRow): boolean => 'isInvalid' in row;
