// Binds a processor's method to a job of the contracts; the compiler compares its data and outcome with them.
import { SetMetadata } from '@nestjs/common';
import type { z } from 'zod';
import type { JobDefinition } from '#contracts';
import type { JobOutcome } from './job-outcome.ts';

/** Metadata key under which the job runner finds the handlers. */
export const JOB = Symbol('job');

/** The attempt that a handler runs. */
export interface JobContext {
  queue: string;
  id: string;
  /** Its priority in the queue; a smaller one is served earlier. */
  priority: number;
  /** Number of the attempt, from 1. */
  attempt: number;
  lastAttempt: boolean;
  /** Unique to this process and this attempt: the name under which it claims. */
  worker: string;
  /** Aborted when the job's lock is lost or the process must shut down. */
  signal: AbortSignal;
}

type Handler = (data: never, job: JobContext) => Promise<JobOutcome>;

/** The data is compared apart, because TypeScript lets a method's parameter be narrower than what it will be given. */
type TakesData<D extends JobDefinition, H extends Handler> = [z.output<D['data']>, JobContext] extends [
  ...Parameters<H>,
  ...unknown[],
]
  ? unknown
  : { 'The handler must take the data of its job': never };

/**
 * Handles a job: the method takes its data (already parsed) and a JobContext, and returns how the attempt ended. A
 * method of another type does not compile. Exactly one handler per definition.
 */
export function OnJob<D extends JobDefinition>(definition: D) {
  return <H extends Handler>(
    target: object,
    name: string | symbol,
    method: TypedPropertyDescriptor<H> & TakesData<D, H>,
  ): void => {
    SetMetadata(JOB, definition)(target, name, method);
  };
}
