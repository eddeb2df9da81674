// Shares the room in the queue between the batches that wait: holders of workspaces take turns, then the workspaces of each
// holder, then the batches of each workspace.
import type { WaitingBatch } from '../batch-record/index.ts';

/** How many generations a batch may begin. */
export interface BatchTurn {
  batch: WaitingBatch;
  count: number;
}

/** A holder, a workspace or a batch: whoever has the fewest generations in the queue is next. */
interface Contender {
  /** Generations in the queue. */
  has: number;
  /** Most generations that it may have more. */
  room: number;
}

interface Workspace extends Contender {
  batches: (Contender & BatchTurn)[];
}

interface Holder extends Contender {
  workspaces: Workspace[];
}

/**
 * Gives `free` places one after the other to the holder with the fewest members in the queue, there to the workspace and there
 * to the batch with the fewest. `membersOf` tells how many members of a holder wait or are written, and `roomOf` how many more
 * the quota of its holder allows a batch.
 */
export function turnsOf(
  batches: readonly WaitingBatch[],
  free: number,
  of: { membersOf: (holderId: string) => number; roomOf: (batch: WaitingBatch) => number },
): BatchTurn[] {
  const holders = [...Map.groupBy(batches, ({ holderId }) => holderId)].map(([holderId, own]): Holder => ({
    has: of.membersOf(holderId),
    room: Math.max(...own.map(of.roomOf)),
    workspaces: [...Map.groupBy(own, ({ workspaceId }) => workspaceId).values()].map(workspaceOf),
  }));
  for (let given = 0; given < free && giveOne(holders); given += 1);
  return holders
    .flatMap(({ workspaces }) => workspaces.flatMap((one) => one.batches))
    .filter(({ count }) => count > 0);
}

function workspaceOf(batches: readonly WaitingBatch[]): Workspace {
  return {
    has: batches.reduce((sum, { running }) => sum + running, 0),
    room: Math.max(0, ...batches.map(({ room }) => room)),
    batches: batches.map((batch) => ({ batch, count: 0, has: batch.running, room: batch.waiting })),
  };
}

/** Gives a place to the next batch; false when none may have more. */
function giveOne(holders: readonly Holder[]): boolean {
  const holder = next(holders);
  if (!holder) return false;
  const workspace = next(holder.workspaces);
  const turn = workspace && next(workspace.batches);
  if (!turn) {
    (workspace ?? holder).room = 0;
    return true;
  }
  turn.count += 1;
  for (const one of [holder, workspace, turn]) {
    one.has += 1;
    one.room -= 1;
  }
  return true;
}

function next<C extends Contender>(contenders: readonly C[]): C | undefined {
  let best: C | undefined;
  for (const one of contenders) if (one.room > 0 && (!best || one.has < best.has)) best = one;
  return best;
}
