// Gives the batches their turns, round by round.
import { Injectable } from '@nestjs/common';
import { IntervalTasks, WorkLoop, type IntervalTask } from '#platform/resilience';
import { BatchesStore } from '../batch-record/index.ts';
import { GenerationAdmissionService } from '../queue/index.ts';
import { BatchFeederService } from './batch-feeder.service.ts';
import { turnsOf, type BatchTurn } from './batch-turns.rules.ts';

/** Most batches of one round, and how many of them are served at the same time. */
const ROUND = 1000;
const TOGETHER = 8;
/** Pause between two rounds, in milliseconds, while no batch has members to be made. */
const LOOK_MS = 1000;
/** The same while one has, or there is no room for any. */
const PAUSE_MS = 200;

/** How long a batch rests that has no money now, whose model takes no work, or that failed, in milliseconds. */
const REST_MS = 2000;

/** Runs in every instance. Two instances may look up the same products, but a product is taken by one of them. */
@Injectable()
export class BatchRoundsService {
  private readonly loop = new WorkLoop<BatchTurn>({
    find: () => this.turns(),
    work: (turn) => this.serve(turn),
    atOnce: TOGETHER,
  });
  private readonly task: IntervalTask;
  /** True while a batch may have members to be made. */
  private isBusy = false;
  /** Until when batches rest, by their ids: with turns they would take places that others of their workspace could use. */
  private readonly restUntil = new Map<string, number>();

  constructor(
    private readonly store: BatchesStore,
    private readonly feeder: BatchFeederService,
    private readonly admission: GenerationAdmissionService,
    tasks: IntervalTasks,
  ) {
    this.task = tasks.add('batches', LOOK_MS, () => this.run());
  }

  /** Runs rounds until nobody has a turn; public so that tests need not wait. */
  async run(): Promise<void> {
    try {
      await this.loop.run();
    } finally {
      if (this.isBusy) this.task.wakeIn(PAUSE_MS);
    }
  }

  /** Begins the next round at once. */
  wake(): void {
    this.task.wake();
  }

  private async turns(): Promise<BatchTurn[]> {
    const { roomForMembers: free, load } = this.admission;
    for (const [id, until] of this.restUntil) if (performance.now() > until) this.restUntil.delete(id);
    const share = this.admission.shareOfBatches();
    const waiting = free === 0 ? [] : await this.store.findWaiting(share, ROUND, [...this.restUntil.keys()]);
    this.isBusy = free === 0 || waiting.length > 0;
    const holders = load.ofHolders;
    return turnsOf(waiting, free, {
      membersOf: (id) => (holders.get(id)?.members ?? 0) + (holders.get(id)?.written ?? 0),
      roomOf: ({ holderId, mostRunning }) =>
        this.admission.shareOfHolder(mostRunning) - (holders.get(holderId)?.running ?? 0),
    });
  }

  /** Has members of a batch made; false when none could be. */
  private async serve({ batch, count }: BatchTurn): Promise<boolean> {
    let begun: number | undefined;
    try {
      begun = await this.feeder.feed(batch, count);
    } finally {
      if (begun === undefined) this.restUntil.set(batch.id, performance.now() + REST_MS);
    }
    if (begun === undefined) return false;
    this.admission.load.noteJoined(batch.holderId, begun);
    return begun > 0;
  }
}
