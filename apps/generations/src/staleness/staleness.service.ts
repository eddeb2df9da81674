// Marks generations as stale when what they were written from has changed.
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#platform/database';
import { Every } from '#platform/resilience';
import { ProductTextsService } from '../texts/index.ts';
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

  /**
   * Marks all generations that used an older version of these products or applications. It may be repeated, in any order.
   * Reads tell from the noted changes at once; what the texts of products depend on is marked first.
   */
  async mark(kind: SourceKind, changes: readonly SourceChange[]): Promise<void> {
    if (changes.length === 0) return;
    await this.database.asSystem((tx) => this.store.note(tx, changes));
    for (const which of ['accepted', 'all'] as const) await this.markAll(kind, changes, which);
    await this.store.noteMarked(changes);
  }

  private async markAll(
    kind: SourceKind,
    changes: readonly SourceChange[],
    which: 'accepted' | 'all',
  ): Promise<void> {
    for (;;) {
      const { found, marked } = await this.database.asSystem((tx) => this.markSome(tx, kind, changes, which));
      if (found === 0) return;
      if (marked.length < found) await sleep(LOCKED_MS);
    }
  }

  private async markSome(
    tx: Transaction,
    kind: SourceKind,
    changes: readonly SourceChange[],
    which: 'accepted' | 'all',
  ): Promise<Marking> {
    const marking = await this.store.mark(tx, kind, changes, which);
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
