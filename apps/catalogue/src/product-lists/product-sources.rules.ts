// What a list of products asks for, and the indexes that can find it.
import type { ProductField, ProductFilters, ProductGenre } from '#contracts';
import type { Position } from '#platform/paging';

/**
 * Most products that a page looks at for those without a text, or whose text stands so; on two busy cores that takes some 3 ms.
 */
export const MAX_LOOKED = 2000;

/** Most products that one statement reads in the order of the list, of their updates or of texts; that takes some 30 ms. */
export const MAX_READ = 20_000;

/** Most products that a search may find so that all are read and sorted for a page; that takes some 50 ms. */
export const MAX_SORTED = 10_000;

/** Newest products that tell how many of all fit. */
export const SAMPLE = 250;

/** Conditions of a list; an absent one excludes nothing. */
export interface Conditions {
  genre?: ProductGenre | undefined;
  marketplace?: string | undefined;
  brand?: string | undefined;
  asin?: string | undefined;
  /** Unix seconds. */
  updatedSince?: number | undefined;
  edited?: boolean | undefined;
  /** A tsquery. */
  text?: string | undefined;
  texts?: TextsCondition | undefined;
  /** Fields of which no person may have edited one. */
  notEditedByPerson?: readonly ProductField[];
  /** The application of which a product must have no accepted text, or only a stale one. */
  withoutAccepted?: string | undefined;
}

/** The condition whose products an index has in the order of the list; at most one of these. */
export type FirstCondition = Pick<Conditions, 'brand' | 'marketplace' | 'genre'> & { edited?: true };

/** How the text of an application has to stand. */
export interface TextsCondition {
  applicationId: string;
  state: NonNullable<ProductFilters['texts']>;
}

/** The index that finds the rows of a list. */
export type Source =
  /**
   * Newest first: the products of one brand, the edited ones, those of one marketplace, of one genre, or all; at most
   * `most`. That number stands in the statement, so that Postgres knows that they are few; each other one makes another
   * statement, so only a few are used.
   */
  | (Omit<SomeInOrder, 'most'> & { most?: number })
  /** The last updated ones, at most `most`. */
  | { by: 'update'; updatedSince: number; most: number }
  /** One for each marketplace at most. */
  | { by: 'asin'; asin: string }
  /** The products whose text of an application is in a state, newest first; not those whose text is missing. */
  | { by: 'texts'; texts: TextsCondition }
  /** Those of the next `most` of them in order, the last of which is at `until`. */
  | SomeTexts
  /** Of the next `most` products in order, the last of which is at `until`, those without a text of the application. */
  | MissingTexts
  | FoundTexts;

/**
 * All that a tsquery finds. Only its lexemes name the workspace to an index, so that Postgres takes theirs. `frequent` is a
 * tsquery for which each of them has still to be checked: to find those that fit it, too, an index would read most products.
 * Should `query` find too many, `whole` finds what fits both.
 */
export interface FoundTexts {
  by: 'text';
  query: string;
  frequent?: string;
  whole?: FoundTexts;
}

/** The next `most` products in the order of a list, the last of which is at `until` where that is known. */
export interface SomeInOrder {
  by: 'order';
  first: FirstCondition;
  most: number;
  until?: Position;
}

/** The source of products whose text is in a state, where these are too many to look at all of them at once. */
export interface SomeTexts {
  by: 'some texts';
  texts: TextsCondition;
  most: number;
  until?: Position;
}

/** The source of products without a text. No index has them, so products are looked at in order, some at a time. */
export interface MissingTexts {
  by: 'missing';
  first: FirstCondition;
  applicationId: string;
  /** It stands in the statement, as that of an order. */
  most: number;
  until?: Position;
}

/** The filters of a list, sorted by what finds their products. */
export interface ListPlan {
  all: Conditions;
  /** The part that is the beginning of an index in the order of the list. */
  first: FirstCondition;
  /** The others. */
  rest: Conditions;
  /** Tsqueries of all but `updatedSince`, `asin` and `texts`; undefined without any other, or where one filter stands alone. */
  queries: readonly string[] | undefined;
}

/** The condition of the texts that filters ask for. */
export function textsOf({ texts, applicationId }: ProductFilters): Conditions['texts'] {
  return texts !== undefined && applicationId !== undefined ? { applicationId, state: texts } : undefined;
}

/** True where one index has all that a list asks for, in its order: the products whose text is in a state. */
export function isByState({ first, rest }: ListPlan): boolean {
  const { texts, ...others } = rest;
  return texts !== undefined && texts.state !== 'missing' && isEmpty({ ...others, ...first });
}

/** Parts the conditions of a list by what finds their products. */
export function sorted(all: Conditions, queries: readonly string[] | undefined): ListPlan {
  const { genre, marketplace, brand, updatedSince, edited, text, texts } = all;
  const rest = { updatedSince, edited, text, texts };
  if (brand) return { all, queries, first: { brand }, rest: { genre, marketplace, ...rest } };
  if (edited)
    return { all, queries, first: { edited }, rest: { genre, marketplace, ...rest, edited: undefined } };
  if (marketplace) return { all, queries, first: { marketplace }, rest: { genre, ...rest } };
  return { all, queries, first: { genre }, rest };
}

/** What the rows of a source have to be checked for. */
export function conditionsBeside(source: Source, { all, rest }: ListPlan): Conditions {
  if (source.by === 'order') return rest;
  if (source.by === 'missing') return { ...rest, texts: undefined };
  if (source.by === 'texts' || source.by === 'some texts') return { ...all, texts: undefined };
  return source.by === 'text'
    ? { updatedSince: all.updatedSince, texts: all.texts, text: source.frequent }
    : all;
}

/** True of a source that is looked at part by part. */
export function isInParts(source: Source): source is MissingTexts | SomeTexts {
  return source.by === 'missing' || source.by === 'some texts';
}

/** True of conditions that exclude nothing. */
export const isEmpty = (conditions: Conditions): boolean =>
  Object.values(conditions).every((condition) => condition === undefined);
