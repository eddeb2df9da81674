// Creates the tables of the feed, of webhooks and of deliveries, the outbox, the idempotency keys and the key of cursors.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolateWorkspaces, maintenanceOf, monthlyPartitions } from '#platform/database';
import { idempotencyTable } from '#platform/idempotency';
import { outboxTables } from '#platform/outbox';
import { cursorKeyTable } from '#platform/paging';

const APP = 'notifications_app';
const SYSTEM = 'notifications_system';

export class Notifications1795390000000 implements MigrationInterface {
  readonly name = 'Notifications1795390000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FEED);
    await runner.query(WEBHOOKS);
    await runner.query(DELIVERIES);
    for (const table of MONTHLY_TABLES) await runner.query(monthlyPartitions(table, SYSTEM));
    await runner.query(outboxTables(APP, SYSTEM) + idempotencyTable(APP, SYSTEM) + cursorKeyTable(APP));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE event, feed_end, erased_workspace, webhook, delivery, outbox, refused_event, idempotency, cursor_key;
      DROP FUNCTION ${MONTHLY_TABLES.map(({ name }) => maintenanceOf(name)).join(', ')};
    `);
  }
}

/** No partition with a delivery that is still to be tried is dropped. */
const MONTHLY_TABLES = [
  { name: 'event', key: ['workspace_id', 'id'] },
  { name: 'delivery', key: ['workspace_id', 'id'], unfinished: `status = 'PENDING'` },
];

// The id is that of the event in the stream EVENTS, so a repeated event is found by the primary key. The position is
// given by one writer at a time: a reader that has a position has everything before it.
const FEED = `
  CREATE TABLE event (
    workspace_id uuid,
    id uuid,
    position bigint GENERATED ALWAYS AS IDENTITY,
    type text NOT NULL,
    subject text NOT NULL,
    time timestamptz NOT NULL,
    data json NOT NULL
  ) PARTITION BY RANGE (id);
  CREATE INDEX event_of_type ON event (workspace_id, type, position);
  ${isolateWorkspaces('event', APP, SYSTEM)}
  GRANT SELECT ON event TO ${APP};
  GRANT SELECT, INSERT, DELETE ON event TO ${SYSTEM};

  -- The last event of each month by type, which stays longer than the month: see FeedEndEntity.
  CREATE TABLE feed_end (
    workspace_id uuid,
    type text,
    month text,
    id uuid NOT NULL,
    position bigint NOT NULL,
    PRIMARY KEY (workspace_id, type, month)
  );
  CREATE INDEX feed_end_id ON feed_end (workspace_id, id);
  ${isolateWorkspaces('feed_end', APP, SYSTEM)}
  GRANT SELECT ON feed_end TO ${APP};
  GRANT SELECT, INSERT, UPDATE, DELETE ON feed_end TO ${SYSTEM};

  -- Events of these workspaces may still come, and are not kept.
  CREATE TABLE erased_workspace (
    id uuid PRIMARY KEY,
    erased_at timestamptz NOT NULL DEFAULT now()
  );
  GRANT SELECT ON erased_workspace TO ${APP};
  GRANT SELECT, INSERT, DELETE ON erased_workspace TO ${SYSTEM};
`;

const WEBHOOKS = `
  CREATE TABLE webhook (
    workspace_id uuid,
    id uuid,
    url text NOT NULL,
    types text[] NOT NULL CHECK (types <> '{}'),
    description text,
    enabled boolean NOT NULL,
    disabled_reason text CHECK (disabled_reason IN ('Gone', 'Failing')),
    failing_since timestamptz,
    last_failure_at timestamptz,
    holder_id uuid NOT NULL,
    host text NOT NULL,
    places int NOT NULL,
    secret text NOT NULL,
    previous_secret text,
    previous_secret_until timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CHECK (disabled_reason IS NULL OR NOT enabled),
    PRIMARY KEY (workspace_id, id)
  );
  CREATE INDEX webhook_newest ON webhook (workspace_id, created_at DESC, id DESC);
  ${isolateWorkspaces('webhook', APP, SYSTEM)}
  GRANT SELECT, INSERT, UPDATE, DELETE ON webhook TO ${APP};
  GRANT SELECT, DELETE, UPDATE (
      enabled, disabled_reason, failing_since, last_failure_at, places, secret, previous_secret, updated_at
    ) ON webhook TO ${SYSTEM};
`;

// No foreign key leads from a delivery to its webhook, or deleting a webhook would delete all its deliveries at once. The
// body is stored whole: the same bytes are sent with every try.
const DELIVERIES = `
  CREATE TABLE delivery (
    workspace_id uuid,
    id uuid,
    webhook_id uuid NOT NULL,
    event_id uuid NOT NULL,
    type text NOT NULL,
    body text NOT NULL,
    url text NOT NULL,
    manual boolean NOT NULL,
    status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'DELIVERED', 'DEAD')),
    attempts jsonb NOT NULL DEFAULT '[]',
    response text,
    tries int NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL DEFAULT now(),
    dispatches int NOT NULL DEFAULT 0,
    job_id text,
    holder_id uuid,
    host text,
    worker text,
    epoch int NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    CHECK (job_id IS NULL OR status = 'PENDING'),
    CHECK (worker IS NULL OR job_id IS NOT NULL),
    CHECK (job_id IS NULL OR holder_id IS NOT NULL AND host IS NOT NULL)
  ) PARTITION BY RANGE (id);
  CREATE INDEX delivery_id ON delivery (id); -- a worker knows no more than the id
  CREATE INDEX delivery_waiting ON delivery (webhook_id, manual DESC, due_at)
    WHERE status = 'PENDING' AND job_id IS NULL;
  CREATE INDEX delivery_in_flight ON delivery (webhook_id) WHERE job_id IS NOT NULL;
  CREATE INDEX delivery_overdue ON delivery (due_at) WHERE job_id IS NOT NULL;
  CREATE INDEX delivery_newest ON delivery (workspace_id, webhook_id DESC, created_at DESC, id DESC);
  CREATE INDEX delivery_pending ON delivery (workspace_id, webhook_id DESC, created_at DESC, id DESC)
    WHERE status = 'PENDING';
  CREATE INDEX delivery_delivered ON delivery (workspace_id, webhook_id DESC, created_at DESC, id DESC)
    WHERE status = 'DELIVERED';
  CREATE INDEX delivery_dead ON delivery (workspace_id, webhook_id DESC, created_at DESC, id DESC)
    WHERE status = 'DEAD';
  ${isolateWorkspaces('delivery', APP, SYSTEM)}
  GRANT SELECT, INSERT, UPDATE (status, manual, tries, due_at) ON delivery TO ${APP};
  GRANT SELECT, INSERT, UPDATE, DELETE ON delivery TO ${SYSTEM};
`;
