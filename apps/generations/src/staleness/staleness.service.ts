// Marks generations as stale when what they were written from has changed.
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#platform/database';
import { Every } from '#platform/resilience';
import { ProductTextsService } from '../texts/product-texts.service.ts';
import { StalenessStore, type Marking, type SourceChange, type SourceKind } from './staleness.store.ts';

/** Pause before rows are tried again that were locked, in milliseconds. */
const LOCKED_MS = 20;

@Injectable()
export class StalenessService {
  constructor(
    private readonly database: Database,
    private readonly store: StalenessStore,
    private readonly texts: ProductTextsService,
  ) {}

  /** Marks all generations that used an older version of these products or applications. It may be repeated, in any order. */
  async mark(kind: SourceKind, changes: readonly SourceChange[]): Promise<void> {
    if (changes.length === 0) return;
    await this.database.asSystem((tx) => this.store.note(tx, changes));
    for (;;) {
      const { found, marked } = await this.database.asSystem((tx) => this.markSome(tx, kind, changes));
      if (found === 0) return;
      if (marked.length < found) await sleep(LOCKED_MS);
    }
  }

  private async markSome(
    tx: Transaction,
    kind: SourceKind,
    changes: readonly SourceChange[],
  ): Promise<Marking> {
    const marking = await this.store.mark(tx, kind, changes);
    await this.texts.update(
      tx,
      marking.marked.filter(({ reviewState }) => reviewState === 'ACCEPTED'),
    );
    return marking;
  }

  @Every('old changes of sources', 60_000)
  forgetOld(): Promise<void> {
    return this.store.forgetOld();
  }
}
