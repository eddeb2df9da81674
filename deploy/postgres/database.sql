-- Grants the rights on one owner's database. Run it in that database after roles.sql, as the same role; it may be run
-- again. The session sets setup.name to the owner. Migrations grant the rights on tables themselves.
DO $$
DECLARE
  name text := current_setting('setup.name');
BEGIN
  -- Only a member of a role may make it the owner of a database; a superuser counts as a member.
  IF NOT pg_has_role(name || '_owner', 'SET') THEN
    EXECUTE format('GRANT %I TO CURRENT_USER', name || '_owner');
  END IF;
  EXECUTE format('ALTER DATABASE %I OWNER TO %I', current_database(), name || '_owner');
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I, %I', current_database(), name || '_app', name || '_system');
  EXECUTE 'REVOKE ALL ON SCHEMA public FROM PUBLIC';
  EXECUTE format('GRANT USAGE ON SCHEMA public TO %I, %I', name || '_app', name || '_system');
END $$;
