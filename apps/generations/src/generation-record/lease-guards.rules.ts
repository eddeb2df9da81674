// SQL conditions on the table generation that protect it from workers that hold no lease.

/** True of a generation that a worker holds at `clock.now`. A column, because a sharding Postgres takes no `now()` in a CASE. */
export const IS_HELD: string = 'worker IS NOT NULL AND lease_until > clock.now';
/**
 * True of a generation that has not ended, for statements that find it by its id. Not by its status: then an index of the RUNNING
 * ones would fit, and while the planner takes them for few, it would walk through all of them.
 */
export const IS_OPEN: string = 'completed_at IS NULL';
/** True of a generation that the claim with epoch $2 may change: the claim is the latest, and nothing has ended it. */
export const IS_LATEST_CLAIM: string = `epoch = $2 AND ${IS_OPEN}`;
