// Defines messages: one object holds a message's name, its schemas and the rules for sending it.
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * The senders to whom a request is open. The audience is the second word of the subject, so that bus permissions can
 * name it: only the gateway may publish `*.person.>`, only a worker `*.worker.>` of its owner.
 */
export type Audience = 'public' | 'person' | 'worker' | 'service';

/** What the API document says of an operation. */
export interface OperationTexts {
  /** operationId, such as GetProduct. */
  id: string;
  summary: string;
  description: string;
  /** What the successful answer is. Lists have none: they answer with a page. */
  answer?: string;
}

/** What the API document says of a stream of the events of a record. */
export interface StreamTexts extends Omit<OperationTexts, 'answer'> {
  /** What each event carries as its data, by its name, in the order in which they come. */
  events: Readonly<Record<string, string>>;
  /** True when a stream that is opened again goes on with the events that were missed. */
  repeats?: true;
}

/** A request over the bus, with one answer. */
export interface RequestDefinition<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  P extends boolean = boolean,
> {
  /** `<owner>.<audience>.<noun>.<verb>` */
  subject: `${string}.${Audience}.${string}.${string}`;
  input: I;
  output: O;
  /** Codes that the owner may answer with, besides those every request may meet (COMMON_ERRORS). */
  errors: readonly ErrorCode[];
  /** Upper bound in milliseconds; the caller's remaining deadline may be shorter. */
  timeoutMs: number;
  /** True when a repeated request does no harm: the bus may send it once more after a lost answer. */
  idempotent: boolean;
  /** True when the owner answers with ready JSON text that the caller passes on unparsed. */
  passthrough: P;
  /**
   * The release that first has this request, or has it as it is now. Only a request that differs from the last release
   * (`released.json`) has it: its callers work once the owner is upgraded, and get Unavailable or an error before.
   */
  since?: string;
}

/** What the handler of a request receives. */
export type InputOf<D extends RequestDefinition> = z.output<D['input']>;
/** The body that an operation of the API forwards in a request. */
export type BodyOf<D extends RequestDefinition<z.ZodObject<{ body: z.ZodType }>>> = InputOf<D>['body'];
/** What the handler of a request returns: JSON text for a passthrough request, else a value of its output. */
export type AnswerOf<D extends RequestDefinition> = D['passthrough'] extends true
  ? string
  : z.input<D['output']>;

/** Errors that every request may have, so that no definition lists them. */
export const COMMON_ERRORS = [
  'InvalidArgument',
  'InternalFault',
  'Unavailable',
  'UpstreamTimeout',
] as const satisfies readonly ErrorCode[];

/** A change that happened; written to the outbox in the transaction that made it. */
export interface EventDefinition<D extends z.ZodType = z.ZodType> {
  /** CloudEvents `type`, also the last words of the subject `events.<type>`. */
  type: string;
  /** Version of the data's schema. It grows with every change that is more than a new optional field. */
  version: number;
  data: D;
}

/**
 * A message on the bus that is delivered at most once. A receiver that needs certainty reads the record.
 */
export interface NotificationDefinition<D extends z.ZodType = z.ZodType> {
  /** Subject prefix; the recipient's key is appended: `<prefix>.<key>`. */
  prefix: string;
  data: D;
}

/** Schema of the data of a job. */
export type JobData = z.ZodType<{ v: number }>;

/**
 * A piece of slow work: the queue carries ids and the version `v` of the data's schema, the owner's row holds input
 * and state. A new optional field needs no new version, because older workers ignore it. Any other change is a new
 * version: the schema accepts it beside the old one (a union on `v`), and owners write it one release later. A worker
 * leaves a job whose version it does not know to other workers.
 */
export interface JobDefinition<D extends JobData = JobData> {
  /** Queue names; a job is routed to one of them. */
  queues: readonly string[];
  data: D;
  /** Attempts of the queue, the first one included. */
  attempts: number;
}

/**
 * Defines a request; the time limit is 3 s unless another one is given. `operation` describes the operation of the API that
 * forwards it, where there is one.
 */
export function request<
  I extends z.ZodType,
  O extends z.ZodType,
  const P extends boolean = false,
  T extends OperationTexts | undefined = undefined,
>(
  definition: Pick<RequestDefinition<I, O>, 'subject' | 'input' | 'output'> & {
    operation?: T;
    errors?: readonly Exclude<ErrorCode, (typeof COMMON_ERRORS)[number]>[];
    timeoutMs?: number;
    idempotent?: boolean;
    passthrough?: P;
    since?: string;
  },
): RequestDefinition<I, O, P> & { operation: T } {
  const { passthrough = false as P, operation, ...rest } = definition;
  return { errors: [], timeoutMs: 3000, idempotent: false, ...rest, passthrough, operation: operation as T };
}

/** Defines an event. */
export function event<D extends z.ZodType>(definition: EventDefinition<D>): EventDefinition<D> {
  return definition;
}

/** Defines a notification. */
export function notification<D extends z.ZodType>(
  definition: NotificationDefinition<D>,
): NotificationDefinition<D> {
  return definition;
}

/** Defines a job. */
export function job<D extends JobData>(definition: JobDefinition<D>): JobDefinition<D> {
  return definition;
}
