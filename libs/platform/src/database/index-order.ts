// SQL that has Postgres read by the order of indexes.

/**
 * SQL for a SELECT: until the end of the transaction, statements read by the order of an index wherever they can. Where Postgres
 * expects a single row, reading and sorting all costs the same as taking the first of an index; and what it expects is of another
 * time where a table changes by the second, or was small when the connection made its plan. For statements with an index for each
 * of their orders; others become slow. The roles of services have JIT off and plan without values, so that the high costs by which
 * Postgres avoids the other ways change nothing else.
 */
export const BY_INDEX_ORDER = `set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true)`;
