// Lets judges begin once the arms of their experiments have ended. For each arm but the first, its judgements are a batch.
import { Injectable } from '@nestjs/common';
import { experimentChanged, JUDGEMENT } from '#contracts';
import { newId } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { Bus } from '#platform/messaging';
import { Every, WorkLoop } from '#platform/resilience';
import { BatchesStore, type BatchTask } from '../batch-record/index.ts';
import { JudgementsService, type JudgeInputs } from '../judging/index.ts';
import { JUDGE } from './judge-requests.rules.ts';
import type { ExperimentRow } from './experiments.rules.ts';
import { ExperimentsStore, type Unjudged } from './experiments.store.ts';

/** Most experiments of one round. */
const ROUND = 100;

/** Runs in every instance: only the one that changes the row of an experiment adds its judgements. */
@Injectable()
export class JudgesService {
  private readonly loop = new WorkLoop<Unjudged>({
    find: () => this.store.findUnjudged(ROUND),
    work: (experiment) => this.beginOne(experiment),
  });

  constructor(
    private readonly database: Database,
    private readonly store: ExperimentsStore,
    private readonly batches: BatchesStore,
    private readonly judgements: JudgementsService,
    private readonly bus: Bus,
  ) {}

  /** Begins the judging of what has been written. */
  @Every('judges', 1000)
  begin(): Promise<void> {
    return this.loop.run();
  }

  /** Begins one; false when another instance has. */
  private async beginOne({ workspaceId, id }: Unjudged): Promise<boolean> {
    const row = await this.store.find(workspaceId, id);
    const [first, ...others] = row?.arms ?? [];
    const task = first && (await this.batches.task({ workspaceId, id: first.batchId }));
    if (!row || !task) return false;
    const isBegun = await this.database.forWorkspace(workspaceId, async (tx) => {
      if (!(await this.store.endWaiting(tx, { workspaceId, id }, 'BEGUN'))) return false;
      for (const { name, batchId } of others) await this.add(tx, row, task, { name, batchId });
      return true;
    });
    if (isBegun) this.bus.notify(experimentChanged, id, {});
    return isBegun;
  }

  /**
   * Adds the batch that judges the pairs of the first arm and of another: two judgements of each pair. It begins even where as
   * many batches are RUNNING as a workspace may have.
   */
  private async add(
    tx: Transaction,
    { judge }: ExperimentRow,
    task: BatchTask,
    arm: { name: string; batchId: string },
  ): Promise<void> {
    const batches: JudgeInputs['batches'] = [task.id, arm.batchId];
    const cases = await this.judgements.cases(tx, task.workspaceId, batches);
    if (cases.length === 0 || !judge) return;
    const inputs: JudgeInputs = { questions: judge.questions, batches };
    const made = {
      ...task,
      id: newId(),
      applicationId: JUDGEMENT,
      applicationName: JUDGE.name,
      applicationVersion: JUDGE.version,
      inputs,
      environment: judge.environment,
      voice: null,
      arm: arm.name,
      datasetId: null,
    };
    await this.batches.insert(
      tx,
      made,
      cases.flatMap((id) => [id, id]),
    );
  }
}
