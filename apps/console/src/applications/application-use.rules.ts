// How often applications were used, and how often with success. Pure.
import type { StatisticsPoint } from '#client';

/** What became of the generations of an application that have ended. */
export interface Use {
  success: number;
  failed: number;
}

/** The use of each application, by its id, from the points of days. */
export function addUse(points: readonly StatisticsPoint[]): ReadonlyMap<string, Use> {
  const uses = new Map<string, Use>();
  for (const { key, generations } of points) {
    if (key === undefined) continue;
    const { success, failed } = uses.get(key) ?? { success: 0, failed: 0 };
    uses.set(key, { success: success + generations.success, failed: failed + generations.failed });
  }
  return uses;
}

/** The part that succeeded, from 0 to 1; undefined when nothing has ended. */
export function successRate({ success, failed }: Use): number | undefined {
  return success + failed === 0 ? undefined : success / (success + failed);
}
