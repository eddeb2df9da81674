// How a message is defined: one object holds its name, its shapes and how it may be asked for.
import type { z } from 'zod';

/**
 * Who may send a request. The audience is the second word of the subject, so that a bus permission can be
 * written from it: only the gateway may publish `*.person.>`, only a worker `*.worker.>` of its owner.
 */
export type Audience = 'public' | 'person' | 'worker' | 'service';

/** A question with one answer, asked over the bus. */
export interface RequestDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** `<owner>.<audience>.<noun>.<verb>` */
  subject: `${string}.${Audience}.${string}.${string}`;
  input: I;
  output: O;
  /** Upper bound in milliseconds; the caller's remaining deadline may be shorter. */
  timeoutMs: number;
  /** True when asking twice does no harm: the bus may ask once more after a lost answer. */
  idempotent: boolean;
  /** True when the owner answers with ready JSON text that is passed on unparsed. */
  passthrough: boolean;
}

/** Something that became true; written to the outbox in the transaction that made it true. */
export interface EventDefinition<D extends z.ZodType = z.ZodType> {
  /** CloudEvents `type`, also the last words of the subject `events.<type>`. */
  type: string;
  /** Of the shape of the data. It grows with every change that is more than a new optional field. */
  version: number;
  data: D;
}

/** A passing hint on the bus (at most once). Whoever needs certainty reads the record. */
export interface NotificationDefinition<D extends z.ZodType = z.ZodType> {
  /** Subject prefix; the recipient's key is appended: `<prefix>.<key>`. */
  prefix: string;
  data: D;
}

/** Shape of the data of a job. */
export type JobData = z.ZodType<{ v: number }>;

/**
 * A piece of slow work: the queue carries ids and the version `v` of their shape, the owner's row holds input and
 * state. A new optional field needs no new version: who does not know it ignores it. Any other change is a new
 * version, which the data takes beside the old one (a union on `v`), and owners write it one release later. A
 * worker leaves a job whose version it does not know to others.
 */
export interface JobDefinition<D extends JobData = JobData> {
  /** Queue names; a job is routed to one of them. */
  queues: readonly string[];
  data: D;
  /** Tries of the queue itself, the first included. */
  attempts: number;
}

/** Defines a request; the time limit is 3 s unless said otherwise. */
export function request<I extends z.ZodType, O extends z.ZodType>(
  definition: Pick<RequestDefinition<I, O>, 'subject' | 'input' | 'output'> & {
    timeoutMs?: number;
    idempotent?: boolean;
    raw?: boolean;
  },
): RequestDefinition<I, O> {
  return { timeoutMs: 3000, idempotent: false, passthrough: false, ...definition };
}

/** Defines an event. */
export function event<D extends z.ZodType>(definition: EventDefinition<D>): EventDefinition<D> {
  return definition;
}

/** Defines a signal. */
export function notification<D extends z.ZodType>(
  definition: NotificationDefinition<D>,
): NotificationDefinition<D> {
  return definition;
}

/** Defines a job. */
export function job<D extends JobData>(definition: JobDefinition<D>): JobDefinition<D> {
  return definition;
}
