// The functions by which products are searched and filtered; a part of the migration of the catalogue.

/** Han, Hiragana, Katakana and Hangul: scripts that are searched by pairs of characters, because few spaces part words. */
const CJK = String.raw`[\u3005-\u3007\u3041-\u3096\u309D-\u309F\u30A1-\u30FA\u30FC-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u1100-\u11FF\uAC00-\uD7AF\U00020000-\U0003FFFF]`;

// The texts of products and of searches become words by the same function. It does what the text search configuration
// simple does (lower case, no stems, no stop words) and splits as its parser cannot: a run of CJK characters becomes its
// pairs and its last character, so that any part of a run is a pair or the beginning of one.
//
// The lexemes of a product are its words, and the values of its filters behind a sign that no word has: # tag, @ brand,
// / marketplace, genre, edited or unedited. So one index finds the products for any filters together. All begin with the
// end of the id of their workspace, so that a search does not meet the products of others, of which there may be many
// more. `search_words` and `product_lexemes` are PL/pgSQL because a session plans those once; and pg_restore, which has no
// search path, needs the schema in them.
export const SEARCH = `
  CREATE FUNCTION search_key(source text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN left(lower(normalize(btrim(source), NFKC) COLLATE pg_c_utf8), 200);

  CREATE FUNCTION search_words(source text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
  BEGIN RETURN (
    SELECT coalesce(array_agg(DISTINCT word), '{}')
    FROM regexp_split_to_table(
      regexp_replace(lower(normalize(left(source, 4000), NFKC) COLLATE pg_c_utf8), '(${CJK}+)', ' \\1 ', 'g'),
      '[^[:alnum:]]+'
    ) AS part (run)
    CROSS JOIN LATERAL (
      SELECT left(run, 40) AS word WHERE run !~ '^${CJK}'
      UNION ALL
      SELECT substr(run, start, 2) FROM generate_series(1, length(run)) AS start WHERE run ~ '^${CJK}'
    ) AS words
    WHERE word <> ''
  ); END $$;

  CREATE FUNCTION product_lexemes(workspace_id uuid, content json, genre text, marketplace text, asin text, edited_by json)
  RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
  BEGIN RETURN array_to_tsvector(ARRAY(
    SELECT right(workspace_id::text, 6) || lexeme FROM unnest(
      public.search_words(
        coalesce(asin, '') || ' ' || (content ->> 'title') || ' ' || (content ->> 'brand') || ' ' ||
        coalesce((SELECT string_agg(word, ' ') FROM json_array_elements_text(content -> 'keywords') AS word), '')
      )
      || ARRAY(SELECT '#' || public.search_key(tag) FROM json_array_elements_text(content -> 'tags') AS tag LIMIT 100)
      || ARRAY['@' || public.search_key(content ->> 'brand'), '/' || genre, '/' || marketplace,
        CASE WHEN edited_by IS NULL THEN '/unedited' ELSE '/edited' END]
    ) AS lexeme
    WHERE lexeme IS NOT NULL
  )); END $$;
`;
