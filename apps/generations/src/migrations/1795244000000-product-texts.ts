// The table product_text; a part of the migration of generations.
import { isolateWorkspaces } from '#platform/database';

// How the text of an application for a product stands, for the catalogue. An accepted text outlives its generation, whose month
// is dropped in the end: the facts of the product and the version of the application that it used tell whether it is stale. The
// columns accepted_… have the newest accepted text also while a draft counts before it, so that it counts again after that. The
// version comes from a sequence, so that it grows although a row goes and comes back.
export const productTexts = (app: string, system: string): string => `
  CREATE SEQUENCE product_text_version;
  CREATE TABLE product_text (
    workspace_id uuid,
    product_id uuid,
    application_id text,
    state text NOT NULL CHECK (state IN ('PENDING', 'ACCEPTED', 'STALE')),
    generation_id uuid NOT NULL,
    product_version int NOT NULL,
    source_hash text,
    application_version int NOT NULL,
    accepted_id uuid,
    accepted_product_version int,
    accepted_source_hash text,
    accepted_application_version int,
    version bigint NOT NULL DEFAULT nextval('product_text_version'),
    PRIMARY KEY (workspace_id, product_id, application_id)
  );
  CREATE INDEX product_text_pending ON product_text (generation_id) WHERE state = 'PENDING';
  CREATE INDEX product_text_application ON product_text (workspace_id, application_id, application_version)
    WHERE state = 'ACCEPTED';
  ${isolateWorkspaces('product_text', app, system)}
  GRANT SELECT, INSERT, DELETE, UPDATE (
    state, generation_id, product_version, source_hash, application_version,
    accepted_id, accepted_product_version, accepted_source_hash, accepted_application_version, version
  ) ON product_text TO ${app}, ${system};
  GRANT USAGE ON product_text_version TO ${app}, ${system};
  GRANT UPDATE ON product_text_version TO ${system};
`;
