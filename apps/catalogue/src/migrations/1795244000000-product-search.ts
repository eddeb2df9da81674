// The functions by which products are searched and filtered; a part of the migration of the catalogue.

/** Han, Hiragana, Katakana and Hangul: scripts that are searched by pairs of characters, because few spaces part words. */
const CJK = String.raw`\u3005-\u3007\u3041-\u3096\u309D-\u309F\u30A1-\u30FA\u30FC-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\u1100-\u11FF\uAC00-\uD7AF\U00020000-\U0003FFFF`;
/** Letters of other scripts without spaces: Thai, Lao, Burmese and Khmer. */
const UNSPACED = String.raw`\u0E01-\u0E30\u0E40-\u0E46\u0E81-\u0EB0\u1000-\u102A\u1780-\u17B3`;
/** Punctuation, symbols, blanks and letters of full or half width. */
const SIGNS = String.raw`\u2010-\u2027\u2030-\u205E\u20A0-\u20CF\u2100-\u2BFF\u3000-\u3004\u3008-\u3020\uFF01-\uFF9D\uFFA0-\uFFEF`;
/** So many characters at once that may be marks, because they are none of these. Hardly a word is as long. */
const MANY_MARKS = String.raw`[^\u0001-\u007F${CJK}${UNSPACED}${SIGNS}]{30}`;
/** The digits from 0 to 9 of other scripts: those of Arabic, Persian, the scripts of India, Thai, Lao, Burmese and Khmer. */
const DIGITS = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50, 0x0ed0,
  0x1040, 0x17e0,
].map((zero) => String.fromCodePoint(...Array.from({ length: 10 }, (_, n) => zero + n)));
const NORMAL = `CASE WHEN source ~ '${MANY_MARKS}' THEN source ELSE normalize(source, NFKC) END`;

// The texts of products and of searches become words by the same function. It does what the text search configuration
// simple does (lower case, no stems, no stop words) and splits as its parser cannot: a run of CJK characters becomes its
// pairs and its last character, so that any part of a run is a pair or the beginning of one.
//
// Postgres sorts the marks behind a letter in quadratic time and hears no time-out meanwhile, so a text is cut before it is
// normalised, and one with many marks at once is not: 4,000 of them took 370 ms, and 256 KB a minute.
//
// To the collation only 0 to 9 are digits, and words are split at all that is neither a digit nor a letter, so the digits of other
// scripts become these. Few texts have any, and to look for them costs less than to translate each text.
//
// The lexemes of a product are its words, and the values of its filters behind a sign that no word has: # tag, @ brand,
// / marketplace, genre, edited or unedited. So one index finds the products for any filters together. All begin with the
// end of the id of their workspace, so that a search does not meet the products of others, of which there may be many
// more. `search_words` and `product_lexemes` are PL/pgSQL because a session plans those once, and hold expressions rather than
// queries where they can: to start a query takes longer than what it would do here. They take 48 microseconds for a product;
// as queries alone they took 70. pg_restore, which has no search path, needs the schema in them.
export const SEARCH = `
  CREATE FUNCTION folded(source text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower(CASE
    WHEN octet_length(source) = length(source) THEN source -- ASCII is normal already
    WHEN source ~ '[${DIGITS.join('')}]' THEN translate(${NORMAL}, '${DIGITS.join('')}', '${'0123456789'.repeat(DIGITS.length)}')
    ELSE ${NORMAL}
  END COLLATE pg_c_utf8);

  CREATE FUNCTION search_key(source text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN left(folded(left(btrim(source), 200)), 200);

  CREATE FUNCTION search_words(source text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
  DECLARE
    plain text COLLATE pg_c_utf8 := public.folded(left(source, 4000));
  BEGIN
    IF plain !~ '[${CJK}]|[[:alnum:]]{41}' THEN
      RETURN string_to_array(btrim(regexp_replace(plain, '[^[:alnum:]]+', ' ', 'g')), ' ');
    END IF;
    RETURN (
      SELECT coalesce(array_agg(DISTINCT word), '{}')
      FROM regexp_split_to_table(regexp_replace(plain, '([${CJK}]+)', ' \\1 ', 'g'), '[^[:alnum:]]+') AS part (run)
      CROSS JOIN LATERAL (
        SELECT left(run, 40) AS word WHERE run !~ '^[${CJK}]'
        UNION ALL
        SELECT letter || lead(letter, 1, '') OVER () FROM string_to_table(run, NULL) AS letter WHERE run ~ '^[${CJK}]'
      ) AS words
      WHERE word <> ''
    );
  END $$;

  CREATE FUNCTION product_lexemes(workspace_id uuid, content json, genre text, marketplace text, asin text, edited_by json)
  RETURNS tsvector LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
  DECLARE
    owner text := right(workspace_id::text, 6);
    told text;
    brand text;
    lexemes text[];
  BEGIN
    SELECT coalesce(asin, '') || ' ' || of.title || ' ' || of.brand || ' '
        || coalesce((SELECT string_agg(word, ' ') FROM json_array_elements_text(keywords) AS word), ''),
      of.brand,
      ARRAY(SELECT owner || '#' || public.search_key(tag) FROM json_array_elements_text(tags) AS tag LIMIT 100)
    INTO told, brand, lexemes
    FROM json_to_record(content) AS of (title text, brand text, keywords json, tags json);
    lexemes := lexemes
      || string_to_array(owner || nullif(array_to_string(public.search_words(told), ' ' || owner), ''), ' ')
      || ARRAY[owner || '@' || public.search_key(brand), owner || '/' || genre, owner || '/' || marketplace,
        owner || CASE WHEN edited_by IS NULL THEN '/unedited' ELSE '/edited' END];
    RETURN array_to_tsvector(array_remove(lexemes, NULL));
  END $$;
`;
