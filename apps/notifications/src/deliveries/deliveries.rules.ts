// Decides what follows a try to deliver an event. Pure.
import type { DeliveryStatus, DisabledReason } from '#contracts';

/** Pauses before the second try and each later one, in seconds; after the last one there is none. */
const PAUSES_S = [5, 30, 120, 600, 3600, 10_800, 28_800, 57_600, 86_400, 86_400];
/** Share by which a pause may be longer or shorter, so that failed deliveries do not come back all at once. */
const JITTER = 0.2;
/** Time of failures after which a webhook is disabled, in milliseconds. */
const FAILING_MS = 5 * 86_400_000;
/** The receiver wants no more events. */
const GONE = 410;

/** Most attempts that are kept of a delivery. */
export const MAX_ATTEMPTS = 50;
/** Duration of a claim, in milliseconds: more than a try may take, and its report. */
export const LEASE_MS = 25_000;
/** Time after which the owner looks whether the queue has lost a job, in milliseconds. */
export const UNCLAIMED_MS = 45_000;
/** Deliveries of one webhook in the queue or with workers, so that a slow receiver delays no other. */
export const MAX_IN_FLIGHT = 20;
/** The same while its tries fail: enough to find out when it is back. */
export const MAX_IN_FLIGHT_FAILING = 2;

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

/** Why a webhook is disabled after a failed try; undefined when it is not. `failingMs`: since the first failure. */
export function reasonToDisable(
  statusCode: number | undefined,
  failingMs: number,
): DisabledReason | undefined {
  if (statusCode === GONE) return 'Gone';
  return failingMs >= FAILING_MS ? 'Failing' : undefined;
}
