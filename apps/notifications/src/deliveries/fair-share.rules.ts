// Chooses which deliveries go into the queue, so that nobody's receivers hold up those of others. Pure.

/** Where a delivery takes a place while it is in the queue or with a worker. */
export interface Place {
  holderId: string;
  workspaceId: string;
  webhookId: string;
  host: string;
}

/** Parts of a worker's places. A holder of workspaces, and a host that receives, has at most one of them. */
const PARTS = 4;
/**
 * Parts of a worker's places, one of which may wait in the queue. The queue knows no shares: whoever comes next is behind all
 * that waits there.
 */
const WAITING_PARTS = 2;
/**
 * Parts of the deliveries that workers make, one of which may wait too: with many workers, one of a single worker's places would
 * be so small a part that the autoscaler, which does nothing for less than a tenth more, adds none to them. The check of
 * autoscalers (k8s/validate) counts with the same parts.
 */
const RUNNING_PARTS = 4;

/**
 * How many deliveries of one holder or host may be under way, and how many of all may wait in the queue while workers make
 * `running` ones.
 */
export function limitsOf(places: number, running: number): { share: number; waiting: number } {
  const waiting = Math.max(1, Math.floor(places / WAITING_PARTS), Math.floor(running / RUNNING_PARTS));
  return { share: Math.max(1, Math.floor(places / PARTS)), waiting };
}

/** The holders and the hosts that have their share. */
export function fullOnes(taken: readonly Place[], share: number): { holderIds: string[]; hosts: string[] } {
  const full = (id: 'holderId' | 'host'): string[] =>
    [...Map.groupBy(taken, (place) => place[id])]
      .filter(([, some]) => some.length >= share)
      .map(([key]) => key);
  return { holderIds: full('holderId'), hosts: full('host') };
}

/** Whose places are compared, in this order. */
const LEVELS = ['holderId', 'workspaceId', 'webhookId'] as const;

/** Counts places by each of their ids. An id may stand for a holder and for a workspace: each kind is counted apart. */
class PlaceCounts {
  private readonly counts = {
    holderId: new Map<string, number>(),
    workspaceId: new Map<string, number>(),
    webhookId: new Map<string, number>(),
    host: new Map<string, number>(),
  };

  add(place: Place): void {
    for (const kind of [...LEVELS, 'host'] as const)
      this.counts[kind].set(place[kind], this.of(kind, place) + 1);
  }

  of(kind: keyof Place, place: Place): number {
    return this.counts[kind].get(place[kind]) ?? 0;
  }

  /** True when `one` comes first: at the first level where the two differ, it is of somebody who has fewer places. */
  isBefore(one: Place, other: Place): boolean {
    const unequal = LEVELS.find((level) => this.of(level, one) !== this.of(level, other));
    return unequal !== undefined && this.of(unequal, one) < this.of(unequal, other);
  }
}

/**
 * Those of the waiting deliveries that go into the queue now, at most `most`. Next comes a delivery of the holder that has
 * the fewest places, there of the workspace that has the fewest, and there of such a webhook; of one webhook the first in the
 * list. No holder and no host gets more than its share.
 */
export function chooseDue<D extends Place>(
  waiting: readonly D[],
  taken: readonly Place[],
  { share, most }: { share: number; most: number },
): D[] {
  const counts = new PlaceCounts();
  for (const place of taken) counts.add(place);
  const hasRoom = (place: Place): boolean =>
    counts.of('holderId', place) < share && counts.of('host', place) < share;
  const chosen: D[] = [];
  let left = waiting.filter(hasRoom);
  while (chosen.length < most && left.length > 0) {
    const next = left.reduce((best, one) => (counts.isBefore(one, best) ? one : best));
    counts.add(next);
    chosen.push(next);
    left = left.filter((one) => one !== next && hasRoom(one));
  }
  return chosen;
}
