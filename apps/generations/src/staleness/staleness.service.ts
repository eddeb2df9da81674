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

/** How far the marking of a change is that concerns many generations. */
interface Walk {
  version: number;
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
  /** Walks that this process has begun, by change. */
  private readonly walks = new Map<string, Walk>();
  private readonly loop = new WorkLoop<readonly UnmarkedChange[]>({
    find: () => this.find(),
    work: (changes) => this.work(changes),
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

  /** The next changes: those of products together, but for the ones that concern many generations. */
  private async find(): Promise<UnmarkedChange[][]> {
    const changes = await this.store.unmarked();
    const keys = new Set(changes.map(keyOf));
    for (const key of this.walks.keys()) if (!keys.has(key)) this.walks.delete(key);
    const isSmall = (change: UnmarkedChange) => change.kind === 'product' && !this.walks.has(keyOf(change));
    const small = changes.filter(isSmall);
    const large = changes.filter((change) => !isSmall(change)).map((change) => [change]);
    return small.length > 0 ? [small, ...large] : large;
  }

  private work(changes: readonly UnmarkedChange[]): Promise<boolean> {
    const [first] = changes;
    const isLarge = first && (first.kind === 'application' || this.walks.has(keyOf(first)));
    return isLarge ? this.step(first) : this.markTogether(changes);
  }

  /** Marks what used older versions of some products; false when rows are locked. */
  private async markTogether(changes: readonly UnmarkedChange[]): Promise<boolean> {
    let hasLeft = false;
    for (const pass of PASSES) {
      const { found, marked } = await this.marked(async (tx) =>
        this.store.mark(tx, await this.store.lockUnmarked(tx, changes), pass === 'all'),
      );
      if (marked.length < found) hasLeft = true;
      if (found < TOGETHER) continue;
      for (const change of changes) this.walks.set(keyOf(change), walkOf(change));
      return true;
    }
    if (await this.texts.updateOutdated('product', changes)) return true;
    if (!hasLeft) await this.store.noteMarked(changes);
    return !hasLeft;
  }

  /** One statement of a walk through the generations of a product or an application, the newest first. */
  private async step(change: UnmarkedChange): Promise<boolean> {
    const key = keyOf(change);
    const known = this.walks.get(key);
    const walk = known?.version === change.version ? known : walkOf(change);
    this.walks.set(key, walk);
    const pass = PASSES[walk.pass];
    if (pass) {
      const marking = await this.marked(async (tx) => {
        const [latest] = await this.store.lockUnmarked(tx, [change]);
        const isLatest = latest?.version === change.version;
        return isLatest ? this.store.markAfter(tx, change, walk.last, pass === 'all') : undefined;
      });
      if (!marking) return true;
      if (marking.marked.length < marking.found) walk.hasLeft = true;
      if (!marking.last) walk.pass += 1;
      walk.last = marking.last;
      return true;
    }
    if (await this.texts.updateOutdated(change.kind, [change])) return true;
    if (!walk.hasLeft) await this.store.noteMarked([change]);
    this.walks.set(key, walkOf(change));
    return !walk.hasLeft;
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

function keyOf({ workspaceId, source }: UnmarkedChange): string {
  return `${workspaceId} ${source}`;
}

function walkOf({ version }: UnmarkedChange): Walk {
  return { version, pass: 0, last: null, hasLeft: false };
}
