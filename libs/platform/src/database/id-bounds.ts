// The ends of a walk through rows in the order of an index. Statements take them where a walk begins or ends, in place of NULL:
// the roles plan statements without their values, and to them `$1 IS NULL OR …` is no bound of an index.

/** Below the ids of all rows. */
export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
/** Above the ids of all rows. */
export const HIGHEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
