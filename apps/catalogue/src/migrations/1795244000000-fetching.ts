// The tables of what is fetched from marketplaces; a part of the migration of the catalogue.

// These tables have no row-level security: they are shared by all workspaces, and the app role may read only the
// columns that its own statements need.
export const FETCHING = `
  CREATE TABLE fetch_batch (
    id uuid PRIMARY KEY,
    region text NOT NULL,
    preassigned boolean NOT NULL DEFAULT false,
    worker text,
    epoch int NOT NULL DEFAULT 0,
    dispatch int NOT NULL DEFAULT 1,
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
    asked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (marketplace, workspace_id)
  );
  CREATE INDEX fair_share_region ON fair_share (region, served_at);
`;
