// Creates the tables of accounts, workspaces, sessions, API keys, revocations and keys, and the outbox.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { idempotencyTable } from '#platform/idempotency';
import { outboxTables } from '#platform/outbox';
import { cursorKeyTable } from '#platform/paging';
import { APP, GRANTS, POLICIES, SYSTEM } from './row-level-security.ts';

export class Auth1795245000000 implements MigrationInterface {
  readonly name = 'Auth1795245000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CELLS);
    await runner.query(ACCOUNTS);
    await runner.query(SESSIONS);
    await runner.query(INVITATIONS);
    await runner.query(API_KEYS);
    await runner.query(REVOCATIONS);
    await runner.query(MEMBERSHIP_CHANGES);
    await runner.query(KEYS);
    await runner.query(cursorKeyTable(APP));
    await runner.query(idempotencyTable(APP, SYSTEM));
    await runner.query(outboxTables(APP, SYSTEM));
    await runner.query(GRANTS);
    await runner.query(POLICIES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE outbox, refused_event, cursor_key, idempotency, refresh_key, signing_key');
    await runner.query(
      'DROP TABLE revocation, api_key, invitation, session, membership, membership_change, workspace, erased_workspace, account, cell',
    );
    await runner.query(
      'DROP FUNCTION record_revocation, end_sessions, end_invitations, record_membership_change, record_holder_change',
    );
  }
}

// A cell of another name than the default is added by auth of that cell, and so is the default one.
const CELLS = `
  CREATE TABLE cell (
    name text PRIMARY KEY,
    url text,
    seen_at timestamptz NOT NULL DEFAULT now()
  );
`;

const ACCOUNTS = `
  CREATE TABLE account (
    id uuid PRIMARY KEY,
    email text NOT NULL UNIQUE CHECK (email = lower(email)),
    password_hash text NOT NULL,
    name text NOT NULL,
    status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DISABLED')),
    locale text NOT NULL DEFAULT 'en' CHECK (locale IN ('en', 'zh')),
    limits jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(limits) = 'object'),
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    last_sign_in_at timestamptz
  );

  -- held_by is the account whose shares and quotas the workspace uses: the one that made it, until it is passed on.
  -- It is no foreign key, because a workspace outlives the accounts of its members. moving_since is when the gateways were told that it
  -- is moved, and infinity before.
  CREATE TABLE workspace (
    id uuid PRIMARY KEY,
    held_by uuid NOT NULL,
    cell text NOT NULL DEFAULT 'main',
    moving_to text CHECK (moving_to <> cell),
    moving_since timestamptz,
    name text NOT NULL,
    marketplace text NOT NULL DEFAULT 'US' CHECK (marketplace ~ '^[A-Z]{2}$'),
    monthly_budget_micros bigint CHECK (monthly_budget_micros >= 0),
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((moving_to IS NULL) = (moving_since IS NULL))
  );
  CREATE INDEX workspace_of_holder ON workspace (held_by);

  -- A workspace that an owner has erased, with a row for each cell: until nothing of it is left there, and as a proof from then on.
  -- Of one that an operator has moved, the cell that it has left: there it is deleted in the same way.
  CREATE TABLE erased_workspace (
    id uuid,
    cell text DEFAULT 'main',
    is_moved boolean NOT NULL DEFAULT false,
    erased_at timestamptz NOT NULL DEFAULT now(),
    tried_at timestamptz,
    gone_at timestamptz,
    PRIMARY KEY (id, cell)
  );
  CREATE INDEX erased_workspace_left ON erased_workspace (cell, tried_at) WHERE gone_at IS NULL;

  CREATE TABLE membership (
    account_id uuid REFERENCES account ON DELETE CASCADE,
    workspace_id uuid REFERENCES workspace ON DELETE CASCADE,
    role text NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, workspace_id)
  );
  CREATE INDEX membership_of_account ON membership (account_id, created_at DESC, workspace_id DESC);
  CREATE INDEX membership_of_workspace ON membership (workspace_id, created_at DESC, account_id DESC);
`;

// A session whose account leaves its workspace, or whose workspace is gone, goes on in another one from its next refresh on. A
// refresh token is found by the hash of the part that all tokens of its session share (refresh_family); the other two hashes
// are those of the present token and of the one before it.
const SESSIONS = `
  CREATE TABLE session (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES account ON DELETE CASCADE,
    workspace_id uuid REFERENCES workspace ON DELETE SET NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
    refreshed_at timestamptz NOT NULL,
    refresh_family text NOT NULL UNIQUE,
    refresh_hash text NOT NULL,
    parent_hash text,
    user_agent text,
    address text
  );
  CREATE INDEX session_of_account ON session (account_id, created_at DESC, id DESC);
  CREATE INDEX session_of_workspace ON session (workspace_id);
  CREATE INDEX session_end ON session (expires_at);
`;

// Only the hash of the code is kept. An accepted invitation is gone. Only an owner invites, so an invitation ends when the account
// that made it is no owner any more: nobody comes back by an invitation of the own. A trigger and a foreign key, so that every way
// to take the role or the membership ends it.
const INVITATIONS = `
  CREATE TABLE invitation (
    id uuid PRIMARY KEY,
    workspace_id uuid NOT NULL,
    invited_by uuid NOT NULL,
    email text NOT NULL CHECK (email = lower(email)),
    role text NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
    hash text NOT NULL UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
    FOREIGN KEY (invited_by, workspace_id) REFERENCES membership ON DELETE CASCADE
  );
  CREATE INDEX invitation_of_workspace ON invitation (workspace_id, created_at DESC, id DESC);
  CREATE INDEX invitation_end ON invitation (expires_at);

  CREATE FUNCTION end_invitations() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM invitation WHERE workspace_id = NEW.workspace_id AND invited_by = NEW.account_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER owner_demoted AFTER UPDATE OF role ON membership
    FOR EACH ROW WHEN (NEW.role <> 'owner') EXECUTE FUNCTION end_invitations();
`;

// An account that leaves a workspace loses its keys there.
const API_KEYS = `
  CREATE TABLE api_key (
    id uuid PRIMARY KEY,
    workspace_id uuid NOT NULL,
    account_id uuid NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    hash text NOT NULL UNIQUE,
    scopes text[] NOT NULL CHECK (scopes <> '{}' AND scopes <@ '{read,write,admin}'),
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz CHECK (expires_at > created_at),
    last_used_at timestamptz,
    FOREIGN KEY (account_id, workspace_id) REFERENCES membership ON DELETE CASCADE
  );
  CREATE INDEX api_key_of_account ON api_key (account_id, created_at DESC, id DESC);
  CREATE INDEX api_key_of_workspace ON api_key (workspace_id, created_at DESC, id DESC);
`;

// Triggers, so that every way to end a session is a revocation: a service, an operator's statement, or the deletion of
// the account or the membership above it. Each cell has a row of its own, because auth of each announces it there. An account
// that is disabled loses its sessions, API keys and open invitations.
const REVOCATIONS = `
  CREATE TABLE revocation (
    session_id uuid,
    cell text REFERENCES cell ON DELETE CASCADE,
    revoked_at timestamptz NOT NULL DEFAULT now(),
    is_announced boolean NOT NULL DEFAULT false,
    PRIMARY KEY (session_id, cell)
  );
  CREATE INDEX revocation_unannounced ON revocation (cell, session_id) WHERE NOT is_announced;
  CREATE INDEX revocation_age ON revocation (revoked_at);

  CREATE FUNCTION record_revocation() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO revocation (session_id, cell) SELECT OLD.id, name FROM cell;
    RETURN NULL;
  END $$;
  CREATE TRIGGER session_revoked AFTER DELETE ON session
    FOR EACH ROW WHEN (OLD.expires_at > now()) EXECUTE FUNCTION record_revocation();

  CREATE FUNCTION end_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM session WHERE account_id = NEW.id;
    DELETE FROM api_key WHERE account_id = NEW.id;
    DELETE FROM invitation USING membership
      WHERE account_id = NEW.id AND invitation.workspace_id = membership.workspace_id AND invited_by = NEW.id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER account_disabled AFTER UPDATE OF status ON account
    FOR EACH ROW WHEN (NEW.status = 'DISABLED') EXECUTE FUNCTION end_sessions();
`;

// The end of an API key is a revocation like that of a session, so that what waits or streams for it ends with it. Triggers add
// the changes of memberships, so that every way to give, change or take a role is announced; a row, one for each cell, stays until
// it was.
const MEMBERSHIP_CHANGES = `
  CREATE TRIGGER api_key_revoked AFTER DELETE ON api_key
    FOR EACH ROW EXECUTE FUNCTION record_revocation();

  CREATE TABLE membership_change (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    cell text NOT NULL REFERENCES cell ON DELETE CASCADE,
    account_id uuid NOT NULL,
    workspace_id uuid NOT NULL
  );
  CREATE INDEX membership_change_of_cell ON membership_change (cell, id);
  CREATE FUNCTION record_membership_change() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    changed membership := coalesce(NEW, OLD);
  BEGIN
    INSERT INTO membership_change (cell, account_id, workspace_id)
      SELECT name, changed.account_id, changed.workspace_id FROM cell;
    RETURN NULL;
  END $$;
  CREATE TRIGGER membership_changed AFTER INSERT OR UPDATE OF role OR DELETE ON membership
    FOR EACH ROW EXECUTE FUNCTION record_membership_change();

  CREATE FUNCTION record_holder_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO membership_change (cell, account_id, workspace_id)
      SELECT cell.name, account_id, workspace_id FROM membership CROSS JOIN cell WHERE workspace_id = NEW.id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER holder_changed AFTER UPDATE OF held_by, cell, moving_to ON workspace
    FOR EACH ROW WHEN ((NEW.held_by, NEW.cell, NEW.moving_to) IS DISTINCT FROM (OLD.held_by, OLD.cell, OLD.moving_to)) EXECUTE FUNCTION record_holder_change();
`;

// The primary key on `number` keeps two copies of auth from making the same key twice.
const KEYS = `
  CREATE TABLE signing_key (
    number int PRIMARY KEY CHECK (number > 0),
    kid text NOT NULL UNIQUE,
    n text NOT NULL,
    e text NOT NULL,
    sealed_private_key text NOT NULL,
    published_at timestamptz NOT NULL,
    signs_from timestamptz NOT NULL,
    retired_at timestamptz CHECK (retired_at > signs_from),
    CHECK (number = 1 OR signs_from >= published_at + interval '10 minutes')
  );

  -- Derives refresh tokens from those before them. All copies of auth share it, and no operator has to keep it.
  CREATE TABLE refresh_key (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    key text NOT NULL
  );
  INSERT INTO refresh_key (key) VALUES (gen_random_uuid()::text || gen_random_uuid()::text);
`;
