// Finds the place of a generation in the turn of its holder: a round of turns goes through all workspaces of the holder.
import type { Lane } from './fair-queue.state.ts';

/** RUNNING generations of one workspace of a holder: all, those that are no members of batches, those that a person waits for. */
export interface RunningInWorkspace {
  workspaceId: string;
  running: number;
  single: number;
  manual: number;
}

/** What goes before a generation in its own workspace, by its lane. */
const AHEAD = { manual: 'manual', automatic: 'single', batch: 'running' } as const;

/**
 * How many generations of the holder go before one that joins: those of its own workspace, `joined` more that join just before
 * it, and as many of each other workspace as have their turn before that.
 */
export function rankOf(
  held: readonly RunningInWorkspace[],
  workspaceId: string,
  lane: Lane,
  joined = 0,
): number {
  const count = AHEAD[lane];
  const own = (held.find((one) => one.workspaceId === workspaceId)?.[count] ?? 0) + joined;
  return held.reduce(
    (rank, one) => (one.workspaceId === workspaceId ? rank : rank + Math.min(one[count], own + 1)),
    own,
  );
}
