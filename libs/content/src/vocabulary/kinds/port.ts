// The form in which kinds of products are written down.

/**
 * The names of a kind, as `PhraseTree` reads them, and words apart by spaces, the likeliest first: other names, what it is for,
 * where and by whom it is used. They hold for every product of the kind: no material, no function, no praise.
 */
export type Kinds = Readonly<Record<string, string>>;
