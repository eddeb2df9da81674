// How the texts of products stand; a part of the migration of the catalogue.

// A product has a row for each application of which it ever had a text; the rows go with the product. A row has the time by
// which products are listed, so that one index finds the products whose text is in a state, newest first.
export const PRODUCT_TEXTS = `
  CREATE TABLE product_text (
    workspace_id uuid,
    product_id uuid,
    application_id text,
    state text CHECK (state IN ('PENDING', 'ACCEPTED', 'STALE')),
    generation_id uuid,
    version bigint NOT NULL,
    created_at timestamptz NOT NULL,
    CHECK ((state IS NULL) = (generation_id IS NULL)),
    PRIMARY KEY (workspace_id, product_id, application_id),
    FOREIGN KEY (workspace_id, product_id) REFERENCES product ON DELETE CASCADE
  );
  CREATE INDEX product_text_state
    ON product_text (workspace_id, application_id, state, created_at DESC, product_id DESC) WHERE state IS NOT NULL;

  -- At most one row: how far the resync is that an operator has asked for last.
  CREATE TABLE text_resync (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    after json,
    told bigint NOT NULL DEFAULT 0,
    removed bigint NOT NULL DEFAULT 0,
    started_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz
  );
`;
