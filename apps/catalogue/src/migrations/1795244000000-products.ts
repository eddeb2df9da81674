// The tables of products and of their words; a part of the migration of the catalogue.

/** Most words of a workspace that one with a typo may stand for. */
const MAX_WORDS = 50_000;

// content is json, not jsonb: its text goes out as it came in, without being parsed again. With a fifth of each page kept
// free, 96 % of the refreshes with equal content find room on the page of their row and write no index (HOT). With a tenth
// it is 80 %, and three refreshes of all products enlarge the table by 79 % instead of 19 %.
//
// content is what everybody sees: of an imported product, what its marketplace has with the edits laid over it. imported
// is then what the marketplace has, content_hash is the hash of that, and edited_by names the edited fields. beneath is what
// people had written where accepted texts stand now: the facts from which texts are written are without those.
//
// The indexes for filters are partial so that only statements with the filter use them: for Postgres, which does not know
// how many products a workspace has, they would serve any list as well as the right one. For the same reason marketplace
// comes last in the unique key, which a list by marketplace must not use.
export const PRODUCTS = `
  CREATE TABLE product (
    workspace_id uuid NOT NULL,
    id uuid NOT NULL,
    genre text NOT NULL CHECK (genre IN ('Custom', 'Retailer')),
    marketplace text,
    asin text,
    content json NOT NULL,
    content_hash text NOT NULL,
    edited_by json,
    imported json,
    beneath json,
    version int NOT NULL DEFAULT 1,
    source_version int NOT NULL DEFAULT 1,
    fetched_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz,
    content_bytes int NOT NULL GENERATED ALWAYS AS (octet_length(content::text)) STORED,
    brand_key text COLLATE "C" GENERATED ALWAYS AS (search_key(content ->> 'brand')) STORED,
    search tsvector GENERATED ALWAYS AS (product_lexemes(workspace_id, content, genre, marketplace, asin, edited_by)) STORED,
    CHECK ((genre = 'Retailer') = (asin IS NOT NULL AND marketplace IS NOT NULL)),
    CHECK ((edited_by IS NULL) = (imported IS NULL)),
    CHECK (edited_by IS NULL OR genre = 'Retailer'),
    PRIMARY KEY (workspace_id, id),
    UNIQUE (workspace_id, asin, marketplace)
  ) WITH (fillfactor = 80);
  CREATE INDEX product_newest ON product (workspace_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
  CREATE INDEX product_newest_custom ON product (workspace_id, created_at DESC, id DESC)
    WHERE deleted_at IS NULL AND genre = 'Custom';
  CREATE INDEX product_newest_retailer ON product (workspace_id, created_at DESC, id DESC)
    WHERE deleted_at IS NULL AND genre = 'Retailer';
  CREATE INDEX product_newest_edited ON product (workspace_id, created_at DESC, id DESC)
    WHERE deleted_at IS NULL AND edited_by IS NOT NULL;
  CREATE INDEX product_deleted ON product (deleted_at) WHERE deleted_at IS NOT NULL;
  CREATE INDEX product_newest_of_marketplace ON product (workspace_id, marketplace DESC, created_at DESC, id DESC)
    WHERE deleted_at IS NULL AND marketplace IS NOT NULL;
  CREATE INDEX product_newest_of_brand ON product (workspace_id, brand_key DESC, created_at DESC, id DESC)
    WHERE deleted_at IS NULL AND brand_key IS NOT NULL;
  CREATE INDEX product_last_updated ON product (workspace_id, updated_at DESC)
    WHERE deleted_at IS NULL AND updated_at IS NOT NULL;
  CREATE INDEX product_search ON product USING gin (search) WITH (fastupdate = off) WHERE deleted_at IS NULL;
`;

// Only words that one with a typo may stand for: letters, and four or more. Each is looked up once, however many of the products
// have it, which halves what this costs an imported one. Known words are left out before the INSERT,
// so that writers wait for each other only over new ones. The length comes before the word in both indexes: words that one
// stands for differ from it by a letter at most, so few of a length begin like it. Words beyond the first 50,000 of a workspace
// are found without a typo only: a tenant could otherwise make as many as letters go into its products.
export const PRODUCT_WORDS = `
  CREATE TABLE product_word (
    workspace_id uuid,
    size int GENERATED ALWAYS AS (length(word)) STORED,
    word text COLLATE "C",
    reversed text COLLATE "C" GENERATED ALWAYS AS (reverse(word)) STORED,
    PRIMARY KEY (workspace_id, size, word)
  );
  CREATE INDEX product_word_reversed ON product_word (workspace_id, size, reversed);

  CREATE FUNCTION note_product_words() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    WITH added AS MATERIALIZED (
      SELECT * FROM (
        SELECT DISTINCT written.workspace_id, substr(lexeme, 7) COLLATE "C" AS word
        FROM written, unnest(written.search)
        WHERE TG_OP = 'INSERT' OR written.updated_at = now()
      ) AS found
      WHERE found.word ~ '^[^0-9#@/][^0-9]{3,}$' AND NOT EXISTS (
        SELECT FROM product_word AS known
        WHERE known.workspace_id = found.workspace_id AND known.size = length(found.word) AND known.word = found.word
      )
    ), room AS MATERIALIZED (
      SELECT workspace_id, ${MAX_WORDS} - (SELECT count(*) FROM (
        SELECT FROM product_word AS known WHERE known.workspace_id = one.workspace_id LIMIT ${MAX_WORDS}
      ) AS known) AS words
      FROM (SELECT DISTINCT workspace_id FROM added) AS one
    )
    INSERT INTO product_word (workspace_id, word)
    SELECT workspace_id, word FROM (
      SELECT workspace_id, word, row_number() OVER (PARTITION BY workspace_id ORDER BY word) AS nth FROM added
    ) AS added JOIN room USING (workspace_id)
    WHERE nth <= room.words
    ORDER BY 1, 2
    ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$;
  CREATE TRIGGER product_words_of_new AFTER INSERT ON product
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_product_words();
  CREATE TRIGGER product_words_of_changed AFTER UPDATE ON product
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_product_words();
`;
