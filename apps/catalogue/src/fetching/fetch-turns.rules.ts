// SQL of whose turn a marketplace call is, and of the products that it takes.
import type { FairShareEntity } from './fetching.entity.ts';

/** An account whose turn it is, and the marketplace of its call. */
export type FetchTurn = Pick<FairShareEntity, 'marketplace' | 'holderId'>;

/** The turn of a repeated call, and the workspaces that it is for. */
export type RepeatedTurn = FetchTurn & {
  workspaceIds: string[];
  /** True when another account's last turn was longer ago. */
  isLater: boolean;
};

// Reads the shares of a region, and looks for a product in those of one account after the other until it finds one, by the order
// of an index like the next statement.
export const NEXT_TURN = `
  SELECT next.marketplace, holder.holder_id AS "holderId" FROM (
    SELECT holder_id, max(turn_at) AS turn_at FROM fair_share WHERE region = $1 GROUP BY holder_id ORDER BY max(turn_at)
  ) AS holder
  CROSS JOIN LATERAL (
    SELECT share.marketplace FROM fair_share AS share
    CROSS JOIN LATERAL (
      SELECT FROM pending_fetch
      WHERE marketplace = share.marketplace AND workspace_id = share.workspace_id AND batch_id IS NULL
      ORDER BY requested_at, asin LIMIT 1
    ) AS waiting
    WHERE share.region = $1 AND share.holder_id = holder.holder_id
    GROUP BY share.marketplace ORDER BY max(share.served_at) LIMIT 1
  ) AS next
  ORDER BY holder.turn_at LIMIT 1
`;

// An account's last turn in a region, of those that wait for the products of a batch.
export const TURN_OF_BATCH = `
  WITH own AS MATERIALIZED (
    SELECT DISTINCT marketplace, workspace_id, holder_id FROM pending_fetch JOIN fair_share USING (marketplace, workspace_id)
    WHERE batch_id = $2
  ), turn AS (
    SELECT holder_id, max(turn_at) AS turn_at FROM fair_share WHERE region = $1 GROUP BY holder_id
  )
  SELECT marketplace, turn.holder_id AS "holderId", ARRAY(SELECT workspace_id FROM own) AS "workspaceIds",
    coalesce(turn_at > (SELECT turn_at FROM turn WHERE holder_id = $3), false) AS "isLater"
  FROM own JOIN turn USING (holder_id) ORDER BY turn_at LIMIT 1
`;

// Reads the first products of each share and no others, however many wait, by the order of the two indexes that begin with the
// marketplace, to which `lockAssignment` keeps Postgres: by other plans it reads all that wait twenty times.
export const ASSIGN_FAIRLY = `
  WITH picked AS (
    SELECT asin FROM (
      SELECT waiting.asin, share.holder_id, max(share.served_at) OVER (PARTITION BY share.holder_id) AS served_at,
        row_number() OVER (PARTITION BY share.holder_id ORDER BY waiting.nth, share.served_at) AS turn
      FROM fair_share share
      CROSS JOIN LATERAL (
        SELECT asin, row_number() OVER (ORDER BY requested_at, asin) AS nth FROM (
          SELECT asin, requested_at FROM pending_fetch
          WHERE marketplace = share.marketplace AND workspace_id = share.workspace_id AND batch_id IS NULL
          ORDER BY requested_at, asin LIMIT $3
        ) AS first_ones
      ) AS waiting
      WHERE share.marketplace = $1
    ) AS ranked
    ORDER BY turn, holder_id = $4 DESC, served_at LIMIT $3
  ), locked AS (
    SELECT own.tid FROM (SELECT asin FROM picked ORDER BY asin) AS picked
    CROSS JOIN LATERAL (
      SELECT ctid AS tid FROM pending_fetch
      WHERE marketplace = $1 AND asin >= picked.asin AND asin <= picked.asin AND batch_id IS NULL
      ORDER BY asin LIMIT 1 FOR UPDATE
    ) AS own
  )
  UPDATE pending_fetch AS own SET batch_id = $2 FROM locked WHERE own.ctid = locked.tid
  RETURNING own.asin, own.workspace_id AS "workspaceId"
`;
