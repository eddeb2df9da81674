// Vocabularies: what things are called in the languages of the review, so that a text may rest on facts in another one.

/** The languages of a vocabulary, in the order of its columns. */
export const VOCABULARY_LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'zh', 'ja'] as const;

/** Names of each thing, one text a language with phrases apart by `|`; "" where it has no clear name. */
export type Vocabulary = Readonly<Record<string, readonly string[]>>;
