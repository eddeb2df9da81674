// Decides what follows a try to deliver an event. Pure.
import type { DeliveryStatus, DisabledReason } from '#contracts';

/** Pauses before the second try and each later one, in seconds; after the last one there is none. Together 76 hours. */
const PAUSES_S = [5, 120, 600, 3600, 10_800, 28_800, 57_600, 86_400, 86_400];
/** Share by which a pause may be longer or shorter, so that failed deliveries do not come back all at once. */
const JITTER = 0.2;
/** Time of failures after which a webhook is disabled, in milliseconds. */
const FAILING_MS = 5 * 86_400_000;
/**
 * Time that a delivery may be due without a turn, in milliseconds. A receiver that takes fewer events than come would
 * otherwise have more and more of them waiting, and keep the tables of all months in which they came.
 */
export const MAX_WAIT_MS = 5 * 86_400_000;
/** The receiver wants no more events. */
const GONE = 410;

/** Duration of a claim, in milliseconds: more than a try may take, and its report. */
export const LEASE_MS = 25_000;
/** Time after which the owner looks whether the queue has lost a job, in milliseconds. */
export const UNCLAIMED_MS = 45_000;

/** What becomes of a delivery. */
export interface NextStep {
  status: DeliveryStatus;
  /** Milliseconds until the next try; 0 where none follows. */
  pauseMs: number;
}

/** No try follows. */
export const DEAD: NextStep = { status: 'DEAD', pauseMs: 0 };

/** What follows a try; `tries` counts it too, and `random` is from 0 to 1. */
export function nextStep(success: boolean, tries: number, random: number): NextStep {
  if (success) return { status: 'DELIVERED', pauseMs: 0 };
  const pause = PAUSES_S[tries - 1];
  if (pause === undefined) return DEAD;
  return { status: 'PENDING', pauseMs: Math.round(pause * 1000 * (1 + JITTER * (2 * random - 1))) };
}

/** A delivery whose latest worker reports. */
interface Reported {
  status: DeliveryStatus;
  /** Null when no worker has it any more. */
  worker: string | null;
  /** True when its last try counts as interrupted, because its worker was lost. */
  isInterrupted: boolean;
}

/**
 * False for a report that changes nothing: a repeat, or the failure of a worker that counts as lost, whose try was noted
 * already, as interrupted. A success of such a worker is news, also when the interrupted try was the last one: the event
 * has arrived. Whatever else has ended a delivery stands, and what is to be sent again is sent.
 */
export function isNews({ status, worker, isInterrupted }: Reported, success: boolean): boolean {
  if (status === 'PENDING' && worker !== null) return true;
  return success && status !== 'DELIVERED' && isInterrupted;
}

/** A failed try. */
interface Failure {
  statusCode: number | undefined;
  /** Tries of its delivery, with this one. */
  tries: number;
  /** Milliseconds since the first failure of its webhook after which none has succeeded and no gap came. */
  failingMs: number;
}

/**
 * Why a webhook is disabled after a failed try; undefined when it is not. It is never disabled by the first try of a
 * delivery: that one may have met a receiver that is just starting, and the next one will tell.
 */
export function reasonToDisable({ statusCode, tries, failingMs }: Failure): DisabledReason | undefined {
  if (statusCode === GONE) return 'Gone';
  return tries > 1 && failingMs >= FAILING_MS ? 'Failing' : undefined;
}
