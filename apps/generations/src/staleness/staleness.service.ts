// Marks generations as stale while what they were written from is not what it was.
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#platform/database';
import { Every } from '#platform/resilience';
import { ProductTextsService } from '../texts/index.ts';
import { StalenessStore, type Marking, type SourceChange, type WalkMarking } from './staleness.store.ts';

/** Pause before rows are tried again that were locked, in milliseconds. */
const LOCKED_MS = 20;

/** Time after which a run begins no more statements, in milliseconds: a task that runs for a minute counts as stuck. */
const RUN_MS = 20_000;

/** Which generations are marked first: the texts of products depend on the accepted ones. */
const PASSES = ['accepted', 'all'] as const;
type Pass = (typeof PASSES)[number];

@Injectable()
export class StalenessService {
  constructor(
    private readonly database: Database,
    private readonly store: StalenessStore,
    private readonly texts: ProductTextsService,
  ) {}

  /**
   * Marks all generations that used other facts of these products, and takes the mark from those whose facts are back. It may be
   * repeated, in any order. Reads tell from the noted changes at once; what the texts of products depend on is marked first.
   */
  async markOfProducts(changes: readonly SourceChange[]): Promise<void> {
    if (changes.length === 0) return;
    await this.note('product', changes);
    for (const pass of PASSES) await this.markAll(changes, pass);
    await this.texts.updateOutdated('product', changes);
    await this.store.noteMarked(changes);
  }

  /** Notes changes of products or applications. It may be repeated, in any order. */
  async note(kind: 'product' | 'application', changes: readonly SourceChange[]): Promise<void> {
    await this.database.asSystem((tx) => this.store.note(tx, kind, changes));
  }

  /**
   * Marks the generations that used an older version of an application: there may be millions, so this is no work of the
   * consumer that hears of the change. A run that has no time left, or has met locked rows, leaves the rest to the next one.
   */
  @Every('generations of changed applications', 1000)
  async markOfApplications(): Promise<void> {
    const endsAt = performance.now() + RUN_MS;
    for (const change of await this.store.unmarkedApplications()) {
      let isDone = true;
      for (const pass of PASSES) isDone = (await this.walk(change, pass, endsAt)) && isDone;
      await this.texts.updateOutdated('application', [change]);
      if (isDone) await this.store.noteMarked([change]);
      if (performance.now() > endsAt) return;
    }
  }

  @Every('old changes of sources', 60_000)
  forgetOld(): Promise<void> {
    return this.store.forgetOld();
  }

  private async markAll(changes: readonly SourceChange[], pass: Pass): Promise<void> {
    for (;;) {
      const { found, marked } = await this.database.asSystem(async (tx) => {
        const latest = await this.store.lockUnmarked(tx, changes);
        return this.marked(tx, () => this.store.mark(tx, latest, pass === 'all'));
      });
      if (found === 0) return;
      if (marked.length < found) await sleep(LOCKED_MS);
    }
  }

  /** Walks through the generations of an application, the newest first; true when all of them have their mark. */
  private async walk(change: SourceChange, pass: Pass, endsAt: number): Promise<boolean> {
    let isDone = true;
    let marking: WalkMarking = { found: 0, marked: [], last: null };
    do {
      if (performance.now() > endsAt) return false;
      const { last } = marking;
      marking = await this.database.asSystem((tx) =>
        this.marked(tx, () => this.store.markAfter(tx, change, last, pass === 'all')),
      );
      if (marking.marked.length < marking.found) isDone = false;
    } while (marking.last);
    return isDone;
  }

  /** Marks generations, and brings the texts of products up to date that depend on them. */
  private async marked<M extends Marking>(tx: Transaction, mark: () => Promise<M>): Promise<M> {
    const marking = await mark();
    await this.texts.update(
      tx,
      marking.marked.filter(({ reviewState }) => reviewState === 'ACCEPTED'),
    );
    return marking;
  }
}
