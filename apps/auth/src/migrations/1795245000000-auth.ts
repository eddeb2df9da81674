// Creates the tables of accounts, workspaces, sessions, revocations and keys, and the outbox.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { outboxTables } from '#platform/outbox';
import { cursorKeyTable } from '#platform/paging';

const APP = 'auth_app';
const SYSTEM = 'auth_system';

export class Auth1795245000000 implements MigrationInterface {
  readonly name = 'Auth1795245000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ACCOUNTS);
    await runner.query(SESSIONS);
    await runner.query(REVOCATIONS);
    await runner.query(KEYS);
    await runner.query(cursorKeyTable(APP));
    await runner.query(outboxTables(APP, SYSTEM));
    await runner.query(GRANTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE outbox, cursor_key, refresh_key, signing_key');
    await runner.query('DROP TABLE revocation, session, membership, workspace, account');
    await runner.query('DROP FUNCTION record_revocation, end_sessions');
  }
}

const ACCOUNTS = `
  CREATE TABLE account (
    id uuid PRIMARY KEY,
    email text NOT NULL UNIQUE CHECK (email = lower(email)),
    password_hash text NOT NULL,
    name text NOT NULL,
    status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DISABLED')),
    locale text NOT NULL DEFAULT 'en' CHECK (locale IN ('en', 'zh')),
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    last_sign_in_at timestamptz
  );

  CREATE TABLE workspace (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    marketplace text NOT NULL DEFAULT 'US' CHECK (marketplace ~ '^[A-Z]{2}$'),
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now()
  );

  CREATE TABLE membership (
    account_id uuid REFERENCES account ON DELETE CASCADE,
    workspace_id uuid REFERENCES workspace ON DELETE CASCADE,
    role text NOT NULL CHECK (role IN ('owner', 'member')),
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (account_id, workspace_id)
  );
  CREATE INDEX membership_of_workspace ON membership (workspace_id);
`;

// An account that leaves a workspace loses its sessions there. A refresh token is found by the hash of the part that all
// tokens of its session share; the other two hashes are those of the present token and of the one before it.
const SESSIONS = `
  CREATE TABLE session (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
    refreshed_at timestamptz NOT NULL,
    refresh_family text NOT NULL UNIQUE,
    refresh_hash text NOT NULL,
    parent_hash text,
    user_agent text,
    address text,
    FOREIGN KEY (account_id, workspace_id) REFERENCES membership ON DELETE CASCADE
  );
  CREATE INDEX session_of_account ON session (account_id, created_at DESC, id DESC);
  CREATE INDEX session_of_membership ON session (account_id, workspace_id);
  CREATE INDEX session_end ON session (expires_at);
`;

// Triggers, so that every way to end a session is a revocation: a service, an operator's statement, or the deletion of
// the account or the membership above it.
const REVOCATIONS = `
  CREATE TABLE revocation (
    session_id uuid PRIMARY KEY,
    revoked_at timestamptz NOT NULL DEFAULT now(),
    is_announced boolean NOT NULL DEFAULT false
  );
  CREATE INDEX revocation_unannounced ON revocation (session_id) WHERE NOT is_announced;
  CREATE INDEX revocation_age ON revocation (revoked_at);

  CREATE FUNCTION record_revocation() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO revocation (session_id) VALUES (OLD.id);
    RETURN NULL;
  END $$;
  CREATE TRIGGER session_revoked AFTER DELETE ON session
    FOR EACH ROW WHEN (OLD.expires_at > now()) EXECUTE FUNCTION record_revocation();

  CREATE FUNCTION end_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM session WHERE account_id = NEW.id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER account_disabled AFTER UPDATE OF status ON account
    FOR EACH ROW WHEN (NEW.status = 'DISABLED') EXECUTE FUNCTION end_sessions();
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

// Requests run as the app role, which can sign in and read accounts, but not change passwords, end sessions or see keys:
// the few requests that do so use the system role.
const GRANTS = `
  GRANT SELECT ON account, workspace, membership, session TO ${APP};
  GRANT UPDATE (last_sign_in_at) ON account TO ${APP};
  GRANT INSERT ON session TO ${APP};
  GRANT SELECT, DELETE, UPDATE (expires_at, refreshed_at, refresh_hash, parent_hash) ON session TO ${SYSTEM};
  GRANT SELECT, INSERT, DELETE, UPDATE (is_announced) ON revocation TO ${SYSTEM};
  GRANT SELECT, INSERT, DELETE, UPDATE (retired_at) ON signing_key TO ${SYSTEM};
  GRANT SELECT ON refresh_key TO ${SYSTEM};
  GRANT SELECT, INSERT, UPDATE ON account, workspace, membership TO ${SYSTEM};
`;
