-- Creates the roles of one owner's database. Run it as superuser in any database; it may be run again. The session
-- sets the name of the database and the passwords, for example
--   PGOPTIONS="-c setup.name=auth -c setup.owner_password=… -c setup.app_password=… -c setup.system_password=…"
DO $$
DECLARE
  part text;
  role text;
  setting text;
BEGIN
  -- owner runs the migrations. app is restricted to one workspace by row-level security. system is for the relay, the
  -- reconciler and claims.
  FOREACH part IN ARRAY ARRAY['owner', 'app', 'system'] LOOP
    role := current_setting('setup.name') || '_' || part;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
      EXECUTE format('CREATE ROLE %I', role);
    END IF;
    EXECUTE format(
      'ALTER ROLE %I LOGIN NOINHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD %L',
      role, current_setting('setup.' || part || '_password'));
    -- Migrations may run long and wait for each other, so the role owner has no timeouts.
    CONTINUE WHEN part = 'owner';
    FOREACH setting IN ARRAY ARRAY[
      'statement_timeout = ''5s''', 'lock_timeout = ''2s''',
      'idle_in_transaction_session_timeout = ''10s''', 'transaction_timeout = ''15s'''
    ] LOOP
      EXECUTE format('ALTER ROLE %I SET %s', role, setting);
    END LOOP;
  END LOOP;
  -- Only the superuser may use the databases that every Postgres cluster has.
  REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC;
END $$;
