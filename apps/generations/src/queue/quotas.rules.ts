// Says how many generations may run and wait, and who is refused first when too many do. Pure.
import type { HolderLoad } from './load.state.ts';

/** Backlogs after which everybody is refused: those who hold less than a share have filled the second one. */
const MOST_BACKLOGS = 2;

/** Least pause before a member of a batch is offered again, in milliseconds. */
const HELD_BACK_MS = 1000;

/** Why nothing is accepted of a holder whose limit an operator has set to 0: to wait would not help. */
export const NONE_MAY_RUN = 'The operator of this installation lets no generation of the account run.';

/** What waits and runs of each holder. */
type Loads = ReadonlyMap<string, HolderLoad>;

/**
 * True when a holder can have no more single generations in the queue: the backlog is full, and the holder has its share of it
 * or more, or single generations alone fill it twice. The members of batches count for the backlog but not for the share of a
 * holder, so that they take nothing from single generations.
 */
export function isRefused(loads: Loads, holderId: string, backlogMax: number): boolean {
  const waiting = [...loads.values()].filter(({ single, members }) => single + members > 0);
  const singles = waiting.reduce((sum, { single }) => sum + single, 0);
  const all = waiting.reduce((sum, { members }) => sum + members, singles);
  if (all <= backlogMax) return false;
  const share = Math.max(1, Math.floor(backlogMax / waiting.length));
  return singles > MOST_BACKLOGS * backlogMax || (loads.get(holderId)?.single ?? 0) >= share;
}

/** How many members of batches may join the queue: they take at most half of a backlog. */
export function roomForMembers(loads: Loads, backlogMax: number): number {
  const members = [...loads.values()].reduce((sum, one) => sum + one.members, 0);
  return Math.max(0, Math.floor(backlogMax / 2) - members);
}

/** True while several holders have generations that wait, or had single ones a moment ago. */
export function isContended(loads: Loads, active: Iterable<string>): boolean {
  const waiting = [...loads].filter(([, { single, members }]) => single + members > 0);
  return new Set([...waiting.map(([holderId]) => holderId), ...active]).size > 1;
}

/**
 * How long a member of a batch waits before it is offered again, in milliseconds, while others have work: not at all unless the
 * batches of its holder are written in half of the places of all workers. Then its members begin when a place of theirs gets
 * free, so that somebody's single generation begins at once. The more of them wait, the longer: all together they ask 50 times
 * a second.
 */
export function heldBackMs(load: HolderLoad | undefined, places: number): number {
  if (places === 0 || !load || load.written < Math.ceil(places / 2)) return 0;
  return Math.max(HELD_BACK_MS, load.members * 20);
}
