// The tables document and voice; a part of the migration of generations.
import { isolateWorkspaces } from '#platform/database';

/** What says how texts of a workspace are to be, or what is true of products. */
export const guidance = (app: string, system: string): string => documents(app, system) + voices(app, system);

const documents = (app: string, system: string): string => `
  CREATE TABLE document (
    workspace_id uuid,
    id uuid,
    title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
    content text NOT NULL CHECK (octet_length(content) <= 65536),
    kind text NOT NULL DEFAULT 'guidance' CHECK (kind IN ('guidance', 'facts')),
    product_id uuid,
    version int NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (workspace_id, id)
  );
  ${isolateWorkspaces('document', app, system)}
  CREATE INDEX document_newest ON document (workspace_id, created_at DESC, id DESC);
  GRANT SELECT, INSERT, DELETE, UPDATE (title, content, kind, product_id, version, updated_at) ON document TO ${app};
  GRANT SELECT, DELETE ON document TO ${system};
`;

// How the texts of a workspace sound. json keeps what people write; at most one of a workspace is the default.
const voices = (app: string, system: string): string => `
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
