-- Creates the roles of one owner's database. Run it in any database, as superuser or, as in a managed Postgres, as a
-- role with CREATEROLE and CREATEDB; the same role may run it again. The session sets the name of the database and the
-- passwords, for example
--   PGOPTIONS="-c setup.name=auth -c setup.owner_password=… -c setup.app_password=… -c setup.system_password=…"
DO $$
DECLARE
  part text;
  role text;
  setting text;
  shared text;
BEGIN
  -- owner runs the migrations. app is restricted to one workspace by row-level security. system is for the relay, the
  -- reconciler and claims.
  FOREACH part IN ARRAY ARRAY['owner', 'app', 'system'] LOOP
    role := current_setting('setup.name') || '_' || part;
    -- A new role has none of these rights, and only a superuser may name them, even to take them away.
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
      EXECUTE format('CREATE ROLE %I', role);
    ELSIF EXISTS (
      SELECT FROM pg_roles
      WHERE rolname = role AND (rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls)
    ) THEN
      RAISE EXCEPTION 'The role % has rights that no service may have: compare it with a new role.', role;
    END IF;
    EXECUTE format(
      'ALTER ROLE %I LOGIN NOINHERIT PASSWORD %L', role, current_setting('setup.' || part || '_password'));
    -- Postgres guesses that the functions which split a text into words give a thousand rows each, and so compiles them (JIT)
    -- for every product: 10 ms in the place of 0.03 ms.
    EXECUTE format('ALTER ROLE %I SET jit = off', role);
    -- Migrations may run long, so the role owner has no timeouts, not even those that a managed Postgres sets for everybody.
    IF part = 'owner' THEN
      FOREACH setting IN ARRAY ARRAY[
        'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout',
        'idle_session_timeout'
      ] LOOP
        EXECUTE format('ALTER ROLE %I SET %s = 0', role, setting);
      END LOOP;
      CONTINUE;
    END IF;
    FOREACH setting IN ARRAY ARRAY[
      'statement_timeout = ''5s''', 'lock_timeout = ''2s''',
      'idle_in_transaction_session_timeout = ''10s''', 'transaction_timeout = ''15s''',
      -- A prepared statement is planned once per connection. By default Postgres plans a page anew each time, because
      -- it cannot know how small LIMIT $2 is: 1.6 ms of planning for 0.3 ms of work.
      'plan_cache_mode = force_generic_plan'
    ] LOOP
      EXECUTE format('ALTER ROLE %I SET %s', role, setting);
    END LOOP;
  END LOOP;
  -- Nobody else may use the databases that every Postgres has. A managed Postgres may keep them to itself.
  FOR shared IN
    SELECT datname FROM pg_database WHERE datname IN ('postgres', 'template1') AND pg_has_role(datdba, 'USAGE')
  LOOP
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', shared);
  END LOOP;
END $$;
