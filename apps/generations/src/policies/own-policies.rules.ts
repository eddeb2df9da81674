// SQL that reads, with a generation, the policies of its workspace.

/** For a SELECT list or RETURNING of the table generation: the rows of its workspace as they are now; null for none. */
export const OWN_POLICIES = `(
  SELECT json_agg(jsonb_build_object('id', policy.id) || policy.definition)
  FROM policy WHERE policy.workspace_id = generation.workspace_id
) AS policies`;
