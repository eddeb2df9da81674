// Where in the queue a generation goes, so that no workspace stands in another's way. Pure.

/** Lower is earlier. BullMQ takes no more; beyond it the queue would be first come, first served. */
const LAST = 2 ** 21 - 1;
/** Between two generations of one workspace that wait together. */
const STEP = 4;
/** Behind the front; not 0, or a stream of newcomers could hold up for ever what stands behind it. */
const AHEAD = { manual: 1, automatic: 2 };

/**
 * The priority of a generation: the first of each workspace goes to the front, its second behind the firsts of all,
 * and so on (start-time fair queueing). What a person waits for is half a place ahead, and stands only behind what
 * else persons of its workspace wait for. `front` is the priority of what is next, 0 when nothing waits; `own` is
 * how many generations of the workspace came before it and run: for a manual one the manual ones, else all.
 */
export function priorityOf(front: number, manual: boolean, own: number): number {
  return Math.min(LAST, front + (manual ? AHEAD.manual : AHEAD.automatic) + STEP * own);
}
