// The words that the offline composers put around facts: what each language has, and how its patterns are written.

/** What is told of a product, in the order in which it is told. */
export const DETAIL_KEYS = [
  'material',
  'color',
  'dimensions',
  'diameter',
  'weight',
  'size',
  'capacity',
  'power',
  'voltage',
  'battery',
  'pieces',
  'shape',
  'pattern',
  'style',
  'finish',
  'scent',
  'flavor',
  'age',
  'care',
  'contents',
  'compatibility',
  'origin',
  'model',
  'warning',
] as const;
export type DetailKey = (typeof DETAIL_KEYS)[number];

/** Two details that one sentence tells. */
export const PAIRS = [
  ['material', 'color'],
  ['dimensions', 'weight'],
] as const satisfies readonly (readonly [DetailKey, DetailKey])[];

/** The phrases of one language. None of them claims anything, and none needs the gender or the number of a fact. */
export interface Phrases {
  /** Between the parts of a title. */
  partGap: string;
  /** Between two sentences. */
  gap: string;
  /** Ends a sentence. */
  stop: string;
  /** Between a heading and its text. */
  colon: string;
  /** Between two values. */
  listGap: string;
  /** Between two labels in a heading. */
  and: string;
  /** Which words begin with a capital in a heading that the source has in capitals. */
  headings: 'words' | 'first';
  /** True where figures have a decimal comma. */
  decimalComma: boolean;
  /** The label of each detail, then its other names in specifications, parted by `|`. */
  labels: Readonly<Record<DetailKey | 'audience', string>>;
  /** Sentences on details, by their keys; the label and the value serve where there is none. One with `{label}` keeps that of the source. */
  sentences: Readonly<
    Partial<Record<DetailKey | 'audience' | 'material+color' | 'dimensions+weight', string>>
  >;
  /** The name of the product with its brand. */
  named: string;
  /** Names the product where its description has no sentence that does; alone, and with a list of what it is. */
  introduction: string;
  introductionWith: string;
  /** Names it at the beginning of its first sentence, where a language has a topic there. */
  leadIn?: string;
  /** Words that only whole sentences have, and no phrase of a list: verbs, and what one is to do. */
  clause?: RegExp;
  /** A sentence that says a value: what it is of, and the value. */
  valued?: RegExp;
  /** Words of a feature on how the product is washed or cleaned, and not on what it cleans. */
  care: RegExp;
  /** Where a title goes on about gifts or the year of its fashion, and no more about the product. */
  giving: RegExp;
  /** Praise within a title, of a language that has no blanks around it; with the flag g. */
  praise?: RegExp;
  /** Words before which a long name may end. */
  linking: RegExp;
  /** Beginning of a sentence that is about the one before. */
  referring: RegExp;
  /** Sentences in which a seller talks about itself, its service, gifts or other pages. */
  sellerTalk: Pick<RegExp, 'test'>;
}

/**
 * Matches words of a spaced language, in any case, and without accents as well; `*` at the end of a word stands for any ending.
 * No letter with an accent may stand in brackets.
 */
export function wordsIn(list: string): RegExp {
  const words = list
    .replaceAll('*', '\\p{L}*')
    .replace(/[à-öø-ÿ]/gu, (letter) => `[${letter}${letter.normalize('NFD').charAt(0)}]`);
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'iu');
}

/** Matches the beginning of a text that is one of these words. */
export function firstWordIn(list: string): RegExp {
  return new RegExp(`^(?:${list})(?![\\p{L}\\p{N}])`, 'iu');
}

/**
 * Matches what one of the patterns does. They stay apart, because some ignore case and others do not: V8 13.6 forgets the modifiers
 * of a part, as in `(?i:we)`, once a process has compiled a megabyte of patterns.
 */
export function anyOf(...patterns: readonly RegExp[]): Pick<RegExp, 'test'> {
  return { test: (text) => patterns.some((pattern) => pattern.test(text)) };
}
