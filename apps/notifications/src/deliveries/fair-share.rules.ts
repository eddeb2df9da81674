// Chooses which deliveries go into the queue, so that nobody's receivers hold up those of others. Pure.

/** Where a delivery takes a place while it is in the queue or with a worker. */
export interface Place {
  holderId: string;
  workspaceId: string;
  webhookId: string;
  host: string;
}

/** A holder of workspaces, and a host that receives, has at most one of so many parts of a worker's places. */
const PARTS = 4;
/** Part of a worker's places that may wait in the queue, which knows no shares: whoever comes next is behind them. */
const WAITING_PARTS = 2;

/** How many deliveries may be under way, from the places of one worker. */
export function limitsOf(places: number): { share: number; waiting: number } {
  const part = (parts: number): number => Math.max(1, Math.floor(places / parts));
  return { share: part(PARTS), waiting: part(WAITING_PARTS) };
}

/** The holders and the hosts that have their share. */
export function fullOnes(taken: readonly Place[], share: number): { holderIds: string[]; hosts: string[] } {
  const full = (id: 'holderId' | 'host'): string[] =>
    [...Map.groupBy(taken, (place) => place[id])]
      .filter(([, some]) => some.length >= share)
      .map(([key]) => key);
  return { holderIds: full('holderId'), hosts: full('host') };
}

/** Who has places, in the order in which they are compared. */
const OWNERS = ['holderId', 'workspaceId', 'webhookId'] as const;

/** Counts places by each of their ids. An id may stand for a holder and for a workspace: each kind is counted apart. */
class PlaceCounts {
  private readonly counts = {
    holderId: new Map<string, number>(),
    workspaceId: new Map<string, number>(),
    webhookId: new Map<string, number>(),
    host: new Map<string, number>(),
  };

  add(place: Place): void {
    for (const kind of [...OWNERS, 'host'] as const)
      this.counts[kind].set(place[kind], this.of(kind, place) + 1);
  }

  of(kind: keyof Place, place: Place): number {
    return this.counts[kind].get(place[kind]) ?? 0;
  }

  /** True when an owner of one place has fewer than that of the other one: the first owner with a difference. */
  isBefore(one: Place, other: Place): boolean {
    const unequal = OWNERS.find((owner) => this.of(owner, one) !== this.of(owner, other));
    return unequal !== undefined && this.of(unequal, one) < this.of(unequal, other);
  }
}

/**
 * Those of the waiting deliveries that go into the queue now, at most `most`. Next comes a delivery of the holder that has
 * the fewest places, of its workspaces and of their webhooks likewise; of one webhook the first in the list. No holder
 * and no host gets more than its share.
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
