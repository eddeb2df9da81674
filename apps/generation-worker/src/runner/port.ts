// What an attempt to write, or to judge, is given, and how one fails that has written something.
import type { GenerationOutcome, GenerationTask } from '#contracts';
import type { ModelError, Picture, UsageMeter } from '../models/index.ts';
import type { LiveWriter } from './live-writer.state.ts';

/** A task, and who follows its writing. */
export interface WritingOrder {
  task: GenerationTask;
  /** A model that is not random varies its content by the seed. */
  seed: string;
  signal: AbortSignal;
  /** Aborted when nothing is left but the time to report what may be published already. */
  ending?: AbortSignal;
  /** Called when a model begins to answer. */
  onAnswer?: () => void;
  /** What the model is shown. */
  pictures?: readonly Picture[];
  /** Told what the model writes; ended by the caller. */
  live: LiveWriter;
  /** Counts what the attempt uses, also when the writing fails. */
  meter: UsageMeter;
}

/** A repair without which nothing may be published has failed. `outcome`, with what was refused, is the end if no attempt follows. */
export class RepairFailed extends Error {
  override readonly name = 'RepairFailed';

  constructor(
    override readonly cause: ModelError,
    readonly outcome: GenerationOutcome,
  ) {
    super(cause.code, { cause });
  }
}
