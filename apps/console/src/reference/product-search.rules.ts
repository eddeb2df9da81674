// The filters of products, as addresses have them and as the API takes them, and how products are called in a line. Pure.
import type { CountProductsData, Marketplace, Product } from '#client';
import { present } from '../api/present.rules.ts';

type ApiFilters = NonNullable<CountProductsData['query']>;

/** The states of a text by which products are filtered. */
export const TEXT_STATES = ['missing', 'pending', 'accepted', 'stale'] as const;
/** The two kinds of products. */
export const GENRES = ['Retailer', 'Custom'] as const;

/** The filters as the address has them; absent ones filter nothing. */
export interface ProductSearch {
  q?: string;
  genre?: (typeof GENRES)[number];
  marketplace?: Marketplace;
  brand?: string;
  tag?: string;
  /** Unix time in seconds: products changed since then. A time, not a date, so that it means the same in each time zone. */
  since?: number;
  /** The state of the text of `application`; there are both or none. */
  texts?: (typeof TEXT_STATES)[number];
  application?: string;
}

/** The name of a filter; `texts` and `application` are one. */
export type FilterName = Exclude<keyof ProductSearch, 'application'>;

/** Most characters of a filter, by the API. */
export const MOST_TEXT = 200;

/** Reads the parameters of an address, which people change by hand: what makes no sense is left out. */
export function productSearchOf(parameters: Readonly<Record<string, unknown>>): ProductSearch {
  const text = (name: string) => textParameter(parameters[name]);
  const code = text('marketplace')?.toUpperCase();
  const since = Number(parameters.since);
  const genre = GENRES.find((known) => known === parameters.genre);
  const texts = TEXT_STATES.find((known) => known === parameters.texts);
  const application = text('application');
  return present({
    q: text('q'),
    genre,
    // The API decides which codes exist.
    marketplace: code && /^[A-Z]{2}$/.test(code) ? (code as Marketplace) : undefined,
    brand: text('brand'),
    tag: text('tag'),
    since: Number.isSafeInteger(since) && since > 0 && since < 1e10 ? since : undefined,
    texts: application === undefined ? undefined : texts,
    application: texts && application,
  });
}

/** A number in an address is read as a number, and may be meant as a text. */
function textParameter(parameter: unknown): string | undefined {
  const text = typeof parameter === 'number' ? String(parameter) : parameter;
  return typeof text === 'string' && text.trim() !== '' ? text.trim().slice(0, MOST_TEXT) : undefined;
}

/** The filters as the API takes them. */
export function apiFiltersOf({ since, application, q, ...same }: ProductSearch): ApiFilters {
  return present({
    ...same,
    // Without a letter or a digit there is nothing to look for, as while "-" is being typed.
    q: q && /[\p{L}\p{N}]/u.test(q) ? q : undefined,
    updatedSince: since,
    applicationId: application,
  });
}

/** The filters that are set, in the order in which they are shown. */
export function activeFilters(search: ProductSearch): FilterName[] {
  const order: FilterName[] = ['q', 'genre', 'marketplace', 'brand', 'tag', 'since', 'texts'];
  return order.filter((name) => search[name] !== undefined);
}

/** The filters without one. */
export function withoutFilter(search: ProductSearch, name: FilterName): ProductSearch {
  const { [name]: _gone, ...rest } = search;
  if (name !== 'texts') return rest;
  const { application: _too, ...others } = rest;
  return others;
}

/** What names a product where it is one of many: its title, and the ASIN that tells it from others of the same title. */
export function productName(product: Product): string {
  return product.genre === 'Retailer' ? `${product.title} · ${product.asin}` : product.title;
}
