// Marks generations as stale when what they were written from has changed.
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#platform/database';
import { Every } from '#platform/resilience';
import { ProductTextsService } from '../texts/product-texts.service.ts';
import { StalenessStore, type SourceChange, type SourceKind } from './staleness.store.ts';

/** Passes of one run, so that a process that stops does not wait for all marks of a large change. */
const PASSES = 20;

@Injectable()
export class StalenessService {
  constructor(
    private readonly database: Database,
    private readonly store: StalenessStore,
    private readonly texts: ProductTextsService,
  ) {}

  /**
   * Notes changes of products or applications: from then on all generations that used an older version are stale, whether
   * they have their mark or not. It may be repeated, in any order.
   */
  async note(kind: SourceKind, changes: readonly SourceChange[]): Promise<void> {
    if (changes.length === 0) return;
    await this.database.asSystem((tx) => this.store.note(tx, kind, changes));
  }

  /** Marks generations, by which an index finds them and the texts of products change, for all changes by turns. */
  @Every('marks of stale generations', 500)
  async mark(): Promise<void> {
    let goesOn = true;
    for (let pass = 0; goesOn && pass < PASSES; pass += 1) {
      goesOn = false;
      for (const kind of ['product', 'application'] as const)
        if (await this.database.asSystem((tx) => this.markSome(tx, kind))) goesOn = true;
    }
  }

  /** False when nothing was left to be marked, or only rows that are locked. */
  private async markSome(tx: Transaction, kind: SourceKind): Promise<boolean> {
    const changes = await this.store.takeUnmarked(tx, kind);
    if (changes.length === 0) return false;
    // First those on which the texts of products depend.
    const accepted = await this.store.mark(tx, kind, changes, 'accepted');
    const { found, isFull, marked } = await this.store.mark(tx, kind, changes, 'all');
    const open = new Set(found);
    const done = isFull ? [] : changes.filter((one) => !open.has(`${one.workspaceId}/${one.source}`));
    await this.store.noteMarked(tx, done);
    await this.texts.update(
      tx,
      [...accepted.marked, ...marked].filter(({ reviewState }) => reviewState === 'ACCEPTED'),
    );
    return done.length + accepted.marked.length + marked.length > 0;
  }

  @Every('old changes of sources', 60_000)
  forgetOld(): Promise<void> {
    return this.store.forgetOld();
  }
}
