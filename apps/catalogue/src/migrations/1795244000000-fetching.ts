// The tables of what is fetched from marketplaces; a part of the migration of the catalogue.

// These tables have no row-level security: they are shared by all workspaces, and the app role may read only the
// columns that its own statements need. The function tells it nothing of its neighbours either.
export const FETCHING = `
  CREATE TABLE fetch_batch (
    id uuid PRIMARY KEY,
    region text NOT NULL,
    preassigned boolean NOT NULL DEFAULT false,
    worker text,
    epoch int NOT NULL DEFAULT 0,
    dispatch int NOT NULL DEFAULT 1,
    tries int NOT NULL DEFAULT 0,
    failures int NOT NULL DEFAULT 0,
    lost_workers int NOT NULL DEFAULT 0,
    lease_until timestamptz NOT NULL
  );
  CREATE INDEX fetch_batch_lease ON fetch_batch (lease_until);
  CREATE INDEX fetch_batch_unassigned ON fetch_batch (region) WHERE worker IS NULL AND NOT preassigned;

  CREATE TABLE pending_fetch (
    marketplace text NOT NULL,
    asin text NOT NULL,
    region text NOT NULL,
    workspace_id uuid NOT NULL,
    batch_id uuid REFERENCES fetch_batch ON DELETE SET NULL,
    requested_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (marketplace, asin)
  );
  CREATE INDEX pending_fetch_unassigned ON pending_fetch (marketplace, workspace_id, requested_at, asin) WHERE batch_id IS NULL;
  CREATE INDEX pending_fetch_of_region ON pending_fetch (region, marketplace) WHERE batch_id IS NULL;
  CREATE INDEX pending_fetch_of_batch ON pending_fetch (batch_id) WHERE batch_id IS NOT NULL;

  -- Moves products that wait into the share of a workspace that asks for them too, out of those in which more products
  -- wait than in its own with them: a small import must not wait for a neighbour's backlog. Its own has those of the
  -- import that nobody else waits for already. Of each share a thousand more than the import asks for are counted, so a
  -- workspace that has as many waiting takes none over. The orders and settings keep Postgres to the indexes that have
  -- these products, and no others, side by side. The import has locked its own. Products that have waited for longer than
  -- those of the workspace go before these, so that their neighbour gets them no later, with no more than their age: the
  -- workspace has not waited for so long, and is not to be refused for it.
  CREATE FUNCTION take_over_fetches(asked_at text, asker uuid, asked text[]) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path = pg_catalog, public SET enable_sort = off SET enable_seqscan = off AS $$
    WITH elsewhere AS (
      SELECT ctid AS tid, workspace_id FROM pending_fetch
      WHERE marketplace = asked_at AND asin = ANY (asked) AND batch_id IS NULL AND workspace_id <> asker ORDER BY asin
    ), waiting AS (
      SELECT share.id, (
        SELECT count(*) FROM (
          SELECT FROM pending_fetch WHERE marketplace = asked_at AND workspace_id = share.id AND batch_id IS NULL
          ORDER BY requested_at, asin LIMIT 1000 + cardinality(asked)
        ) AS counted
      ) AS products
      FROM (SELECT workspace_id FROM elsewhere UNION SELECT asker) AS share (id)
    )
    UPDATE pending_fetch SET workspace_id = asker, requested_at = greatest(requested_at, coalesce((
      SELECT requested_at - interval '1 microsecond' FROM pending_fetch
      WHERE marketplace = asked_at AND workspace_id = asker AND batch_id IS NULL ORDER BY requested_at, asin LIMIT 1
    ), now())) FROM elsewhere
    WHERE pending_fetch.ctid = elsewhere.tid AND elsewhere.workspace_id IN (
      SELECT id FROM waiting
      WHERE products > (SELECT products FROM waiting WHERE id = asker) + (SELECT count(*) FROM elsewhere)
    )
  $$;
  REVOKE ALL ON FUNCTION take_over_fetches FROM PUBLIC;

  CREATE TABLE fetch_result (
    id uuid PRIMARY KEY,
    marketplace text NOT NULL,
    outcomes json NOT NULL,
    stored_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );

  CREATE TABLE fair_share (
    marketplace text NOT NULL,
    workspace_id uuid NOT NULL,
    holder_id uuid NOT NULL,
    region text NOT NULL,
    served_at timestamptz NOT NULL DEFAULT '-infinity',
    turn_at timestamptz NOT NULL DEFAULT '-infinity',
    asked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (marketplace, workspace_id)
  );
  CREATE INDEX fair_share_region ON fair_share (region, holder_id, turn_at);
`;
