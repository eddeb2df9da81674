// The table voice; a part of the migration of generations.
import { isolateWorkspaces } from '#platform/database';

// How the texts of a workspace sound. json keeps what people write; at most one of a workspace is the default.
export const voices = (app: string, system: string): string => `
  CREATE TABLE voice (
    workspace_id uuid,
    id uuid,
    definition json NOT NULL,
    is_default boolean NOT NULL,
    version int NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (workspace_id, id)
  );
  CREATE INDEX voice_newest ON voice (workspace_id, created_at DESC, id DESC);
  CREATE UNIQUE INDEX voice_default ON voice (workspace_id) WHERE is_default;
  ${isolateWorkspaces('voice', app, system)}
  GRANT SELECT, INSERT, DELETE, UPDATE (definition, is_default, version, updated_at) ON voice TO ${app};
  GRANT SELECT, DELETE ON voice TO ${system};
`;
