// Which workspaces were erased; a part of the migration of the catalogue.

/**
 * Nothing is written for a workspace since its erasure began, whoever still asks for it: the tables with which all other rows
 * begin refuse it, and with it the transaction. What was under way then is deleted by the passes after it.
 */
export const erasedWorkspaces = (app: string, system: string): string => `
  CREATE TABLE erased_workspace (
    id uuid PRIMARY KEY,
    erased_at timestamptz NOT NULL DEFAULT now()
  );
  GRANT SELECT ON erased_workspace TO ${app};
  GRANT SELECT, INSERT, DELETE ON erased_workspace TO ${system};

  CREATE FUNCTION refuse_erased_workspaces() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM written JOIN erased_workspace AS erased ON erased.id = written.workspace_id) THEN
      RAISE EXCEPTION 'a workspace was erased' USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NULL;
  END $$;
  ${['product', 'import', 'import_chunk'].map(refusal).join('')}
`;

const refusal = (table: string): string => `
  CREATE TRIGGER ${table}_of_erased AFTER INSERT ON ${table}
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION refuse_erased_workspaces();
`;
