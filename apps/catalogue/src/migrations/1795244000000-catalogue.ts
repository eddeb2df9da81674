// Products, imports, and the tickets by which import workers fetch.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateWorkspaces } from '#platform/database';
import { idempotencyTable } from '#platform/idempotency';
import { outboxTables } from '#platform/outbox';

const APP = 'catalogue_app';
const SYSTEM = 'catalogue_system';

export class Catalogue1795244000000 implements MigrationInterface {
  readonly name = 'Catalogue1795244000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PRODUCTS);
    await runner.query(IMPORTS);
    await runner.query(TICKETS);
    for (const table of ['product', 'import', 'import_item']) {
      await runner.query(isolateWorkspaces(table, APP, SYSTEM));
    }
    await runner.query(GRANTS);
    await runner.query(outboxTables(APP, SYSTEM) + idempotencyTable(APP, SYSTEM));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE product, import_item, import, import_fetch, import_turn, import_ticket, outbox, idempotency;
      DROP FUNCTION refuse_change_of_ended_import;
    `);
  }
}

// content is json, not jsonb: its text goes out as it came in, without being parsed again.
const PRODUCTS = `
  CREATE TABLE product (
    id uuid PRIMARY KEY,
    workspace_id uuid NOT NULL,
    genre text NOT NULL CHECK (genre IN ('Custom', 'Retailer')),
    marketplace text,
    asin text,
    content json NOT NULL,
    content_hash text NOT NULL,
    version int NOT NULL DEFAULT 1,
    fetched_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((genre = 'Retailer') = (asin IS NOT NULL AND marketplace IS NOT NULL)),
    UNIQUE (workspace_id, marketplace, asin)
  );
  CREATE INDEX product_newest ON product (workspace_id, created_at DESC, id DESC);
  CREATE INDEX product_newest_of_genre ON product (workspace_id, genre, created_at DESC, id DESC);
`;

const IMPORTS = `
  CREATE TABLE import (
    id uuid PRIMARY KEY,
    workspace_id uuid NOT NULL,
    account_id uuid NOT NULL,
    marketplace text NOT NULL,
    status text NOT NULL CHECK (status IN ('RUNNING', 'COMPLETED', 'PARTIAL', 'FAILED', 'CANCELLED')),
    deadline_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    completed_at timestamptz,
    CHECK ((status = 'RUNNING') = (completed_at IS NULL))
  );
  CREATE INDEX import_deadline ON import (deadline_at) WHERE status = 'RUNNING';

  CREATE FUNCTION refuse_change_of_ended_import() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF OLD.status <> 'RUNNING' AND NEW IS DISTINCT FROM OLD THEN
      RAISE EXCEPTION 'import % has ended as %', OLD.id, OLD.status;
    END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER import_ends_once BEFORE UPDATE ON import
    FOR EACH ROW EXECUTE FUNCTION refuse_change_of_ended_import();

  CREATE TABLE import_item (
    import_id uuid NOT NULL REFERENCES import ON DELETE CASCADE,
    asin text NOT NULL,
    workspace_id uuid NOT NULL,
    marketplace text NOT NULL,
    position int NOT NULL,
    status text NOT NULL CHECK (status IN ('importing', 'success', 'failure')),
    product_id uuid,
    error_code text,
    PRIMARY KEY (import_id, asin),
    CHECK ((status = 'success') = (product_id IS NOT NULL)),
    CHECK ((status = 'failure') = (error_code IS NOT NULL))
  );
  CREATE INDEX import_item_waiting ON import_item (marketplace, asin) WHERE status = 'importing';
`;

// import_fetch: one row a product that some import waits for, whoever asked; gone once it is settled.
// import_ticket: the right to make one marketplace call. Its fetches are chosen when it is claimed, or stay
// with it when the call is to be repeated. import_turn: whose turn it is among the workspaces.
const TICKETS = `
  CREATE TABLE import_ticket (
    id uuid PRIMARY KEY,
    region text NOT NULL,
    loaded boolean NOT NULL DEFAULT false,
    worker text,
    epoch int NOT NULL DEFAULT 0,
    dispatch int NOT NULL DEFAULT 1,
    tries int NOT NULL DEFAULT 0,
    lost int NOT NULL DEFAULT 0,
    lease_until timestamptz NOT NULL
  );
  CREATE INDEX import_ticket_lease ON import_ticket (lease_until);
  CREATE INDEX import_ticket_open ON import_ticket (region) WHERE worker IS NULL AND NOT loaded;

  CREATE TABLE import_fetch (
    marketplace text NOT NULL,
    asin text NOT NULL,
    region text NOT NULL,
    workspace_id uuid NOT NULL,
    ticket_id uuid REFERENCES import_ticket ON DELETE SET NULL,
    requested_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (marketplace, asin)
  );
  CREATE INDEX import_fetch_pending ON import_fetch (marketplace, workspace_id, requested_at, asin) WHERE ticket_id IS NULL;
  CREATE INDEX import_fetch_of_region ON import_fetch (region, marketplace) WHERE ticket_id IS NULL;
  CREATE INDEX import_fetch_of_ticket ON import_fetch (ticket_id) WHERE ticket_id IS NOT NULL;

  CREATE TABLE import_turn (
    marketplace text NOT NULL,
    workspace_id uuid NOT NULL,
    region text NOT NULL,
    served_at timestamptz NOT NULL DEFAULT '-infinity',
    asked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (marketplace, workspace_id)
  );
  CREATE INDEX import_turn_region ON import_turn (region, served_at);
`;

const GRANTS = `
  GRANT SELECT, INSERT, UPDATE ON product, import, import_item TO ${APP};
  GRANT SELECT, INSERT, UPDATE ON product, import, import_item TO ${SYSTEM};
  GRANT INSERT, UPDATE (asked_at), SELECT (marketplace, workspace_id) ON import_turn TO ${APP};
  GRANT INSERT, UPDATE (requested_at), SELECT (marketplace, asin, region, ticket_id, requested_at) ON import_fetch TO ${APP};
  GRANT INSERT, SELECT (region, worker, loaded) ON import_ticket TO ${APP};
  GRANT SELECT, INSERT, UPDATE, DELETE ON import_ticket, import_fetch, import_turn TO ${SYSTEM};
`;
