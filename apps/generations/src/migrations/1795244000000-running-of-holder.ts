// The function that counts the running generations of a holder; a part of the migration of generations.
import { madeWithin } from '#platform/database';
import { RUNNING_DAYS } from '../generation-record/index.ts';

// Counts the RUNNING generations of a holder in each of its workspaces: all, those that are no members of batches, and those
// for which a person waits. It counts with the rights of the table's owner, because a transaction sees the rows of its own
// workspace alone. In PL/pgSQL, which keeps the plan of its statement; a function in SQL makes it anew for each generation.
export const runningOfHolder = (app: string): string => `
  CREATE POLICY of_holders ON generation FOR SELECT TO CURRENT_USER USING (true);
  CREATE FUNCTION running_of_holder(holder uuid) RETURNS TABLE (workspace_id uuid, running int, single int, manual int)
    LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    #variable_conflict use_column
    BEGIN
      RETURN QUERY
      SELECT workspace_id, count(*)::int, count(*) FILTER (WHERE batch_id IS NULL)::int, count(*) FILTER (WHERE manual)::int
      FROM generation WHERE holder_id = holder AND status = 'RUNNING' AND ${madeWithin(RUNNING_DAYS)} GROUP BY workspace_id;
    END $$;
  REVOKE ALL ON FUNCTION running_of_holder FROM PUBLIC;
  GRANT EXECUTE ON FUNCTION running_of_holder TO ${app};
`;
