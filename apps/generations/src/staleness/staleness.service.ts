// Marks generations as stale while what they were written from is not what it was.
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '#platform/database';
import { Every, IntervalTasks, WorkLoop } from '#platform/resilience';
import { ProductTextsService } from '../texts/index.ts';
import {
  StalenessStore,
  TOGETHER,
  type Marking,
  type SourceChange,
  type UnmarkedChange,
  type WalkPosition,
} from './staleness.store.ts';

/** The order in which generations are marked: first the accepted ones, because the texts of products depend on them. */
const PASSES = ['accepted', 'all'] as const;

/** How far the marking of a change is that may concern many generations. */
interface Walk {
  change: UnmarkedChange;
  /** Index in PASSES; beyond them come the texts that have outlived their generations. */
  pass: number;
  /** The last generation that this pass has seen; null before the first one. */
  last: WalkPosition | null;
  /** True when a row was locked, so that another walk has to follow. */
  hasLeft: boolean;
}

/**
 * Changes are noted when they are heard of, and reads go by the notes at once. A task of its own sets the marks and not the
 * consumer of the events, because a tenant may have millions of generations of one product or application.
 */
@Injectable()
export class StalenessService {
  /** Walks that this process has begun, by product or application; the one that has waited longest is the first. */
  private readonly walks = new Map<string, Walk>();
  private readonly loop = new WorkLoop<() => Promise<boolean>>({
    find: () => this.find(),
    work: (piece) => piece(),
    atOnce: 1,
  });
  private readonly task;

  constructor(
    private readonly database: Database,
    private readonly store: StalenessStore,
    private readonly texts: ProductTextsService,
    tasks: IntervalTasks,
  ) {
    this.task = tasks.add('stale generations', 1000, () => this.loop.run());
  }

  /**
   * Notes changes of products or applications, and wakes the task that marks what used older versions. May be repeated, in any
   * order.
   */
  async note(kind: UnmarkedChange['kind'], changes: readonly SourceChange[]): Promise<void> {
    if (changes.length === 0) return;
    await this.database.asSystem((tx) => this.store.note(tx, kind, changes));
    this.task.wake();
  }

  @Every('old changes of sources', 60_000)
  forgetOld(): Promise<void> {
    return this.store.forgetOld();
  }

  /**
   * The next pieces of work: changes of products together, then a step of one walk of each workspace, so that nobody waits for
   * all that another one has changed.
   */
  private async find(): Promise<(() => Promise<boolean>)[]> {
    const changes = await this.store.unmarked([...this.walks.values()].map(({ change }) => change));
    const products = changes.filter(({ kind }) => kind === 'product');
    this.begin(changes.filter(({ kind }) => kind === 'application'));
    const next = new Map<string, Walk>();
    for (const walk of this.walks.values()) {
      if (!next.has(walk.change.workspaceId)) next.set(walk.change.workspaceId, walk);
    }
    const steps = Array.from(next.values(), (walk) => () => this.step(walk));
    return products.length > 0 ? [() => this.markTogether(products), ...steps] : steps;
  }

  /** Begins walks, or begins them again; they come after those that wait already. */
  private begin(changes: readonly UnmarkedChange[]): void {
    for (const change of changes) this.goOn({ change, pass: 0, last: null, hasLeft: false });
  }

  private goOn(walk: Walk): void {
    const key = keyOf(walk.change);
    this.walks.delete(key);
    this.walks.set(key, walk);
  }

  /**
   * Marks what used older versions of some products; false when rows are locked. While there is too much for one statement, the
   * product with most of it leaves the others for a walk of its own.
   */
  private async markTogether(changes: readonly UnmarkedChange[]): Promise<boolean> {
    let hasLeft = false;
    for (const pass of PASSES) {
      const { found, marked, largest } = await this.marked(async (tx) =>
        this.store.mark(tx, await this.store.lockUnmarked(tx, changes), pass === 'all'),
      );
      if (marked.length < found) hasLeft = true;
      if (found < TOGETHER) continue;
      this.begin(changes.filter((change) => largest && keyOf(change) === keyOf(largest)));
      return true;
    }
    if (await this.texts.updateOutdated('product', changes)) return true;
    if (!hasLeft) await this.store.noteMarked(changes);
    return !hasLeft;
  }

  /** One statement of a walk through the generations of a product or an application, the newest first. */
  private async step(walk: Walk): Promise<boolean> {
    const { change } = walk;
    this.goOn(walk);
    const pass = PASSES[walk.pass];
    if (pass) {
      const marking = await this.marked(async (tx) => {
        const [latest] = await this.store.lockUnmarked(tx, [change]);
        const isLatest = latest?.version === change.version;
        return isLatest ? this.store.markAfter(tx, change, walk.last, pass === 'all') : undefined;
      });
      if (!marking) this.walks.delete(keyOf(change)); // what has changed once more is found again
      if (marking && marking.marked.length < marking.found) walk.hasLeft = true;
      if (marking && !marking.last) walk.pass += 1;
      walk.last = marking?.last ?? null;
      return true;
    }
    if (await this.texts.updateOutdated(change.kind, [change])) return true;
    if (walk.hasLeft) {
      this.begin([change]);
      return false;
    }
    await this.store.noteMarked([change]);
    return this.walks.delete(keyOf(change));
  }

  /** Marks generations, and brings the texts of products up to date that depend on them. */
  private marked<M extends Marking | undefined>(mark: (tx: Transaction) => Promise<M>): Promise<M> {
    return this.database.asSystem(async (tx) => {
      const marking = await mark(tx);
      const accepted = marking?.marked.filter(({ reviewState }) => reviewState === 'ACCEPTED') ?? [];
      await this.texts.update(tx, accepted);
      return marking;
    });
  }
}

function keyOf({ workspaceId, source }: Pick<SourceChange, 'workspaceId' | 'source'>): string {
  return `${workspaceId} ${source}`;
}
