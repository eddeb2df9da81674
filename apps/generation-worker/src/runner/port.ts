// What an attempt to write, or to judge, is given.
import type { GenerationTask } from '#contracts';
import type { Picture, UsageMeter } from '../models/index.ts';
import type { LiveWriter } from './live-writer.state.ts';

/** A task, and who follows its writing. */
export interface WritingOrder {
  task: GenerationTask;
  /** A model that is not random varies its content by the seed. */
  seed: string;
  signal: AbortSignal;
  /** Called when a model begins to answer. */
  onAnswer?: () => void;
  /** What the model is shown. */
  pictures?: readonly Picture[];
  /** Told what the model writes; ended by the caller. */
  live: LiveWriter;
  /** Counts what the attempt uses, also when the writing fails. */
  meter: UsageMeter;
}
