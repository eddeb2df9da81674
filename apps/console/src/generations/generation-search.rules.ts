// What the addresses of the pages of generations say: filters, what a form begins with, how a result is looked at.
import type { ListGenerationsData } from '#client';
import { present } from '../api/present.rules.ts';
import { oneOf, searchBy, someText } from '../page/search.rules.ts';
import { boundsOf, periodOf, type Period } from '../reference/period.rules.ts';

/** Filters in the address; the names are those of the page, not of the API. */
export interface GenerationSearch extends Period {
  status?: 'RUNNING' | 'SUCCESS' | 'FAILED';
  review?: 'PENDING' | 'ACCEPTED' | 'REJECTED';
  application?: string;
  product?: string;
  document?: string;
  batch?: string;
  stale?: boolean;
}

export const STATUSES = ['RUNNING', 'SUCCESS', 'FAILED'] as const;
export const REVIEWS = ['PENDING', 'ACCEPTED', 'REJECTED'] as const;

/** What a new generation begins with. */
export interface NewGenerationSearch {
  product?: string;
  application?: string;
  /** A generation whose inputs and settings to begin with. */
  from?: string;
}

/** Which listing is shown. */
export interface ListingSearch {
  /** The product that it is for. */
  product?: string;
  /** The generation that wrote it; by default the newest listing of the product. */
  generation?: string;
}

/** How a result is looked at: beside the present text, as differences from it, or alone. */
export const VIEWS = ['side', 'differences', 'text'] as const;
export type View = (typeof VIEWS)[number];

/** How a generation is looked at. */
export interface ShownSearch {
  view?: View;
  /** Ids of the generations that stand beside it, separated by commas. */
  with?: string;
}

const readers = {
  application: someText,
  product: someText,
  batch: someText,
};
const filtersOf = searchBy<Omit<GenerationSearch, keyof Period>>({
  ...readers,
  status: oneOf(STATUSES),
  review: oneOf(REVIEWS),
  document: someText,
  stale: oneOf([true, false]),
});

/** The filters of an address; what is no filter, or has no such value, is left out. */
export function generationSearchOf(given: Readonly<Record<string, unknown>>): GenerationSearch {
  return { ...filtersOf(given), ...periodOf(given) };
}

/** What is reviewed. */
export type ReviewSearch = Pick<GenerationSearch, 'application' | 'product' | 'batch'>;

/** What an address says about what is reviewed. */
export const reviewSearchOf = searchBy<ReviewSearch>(readers);

/** What an address says about a new generation. */
export const newGenerationSearchOf = searchBy<NewGenerationSearch>({
  product: someText,
  application: someText,
  from: someText,
});

/** What an address says about which listing is shown. */
export const listingSearchOf = searchBy<ListingSearch>({ product: someText, generation: someText });

/** What an address says about how a generation is looked at. */
export const shownSearchOf = searchBy<ShownSearch>({ view: oneOf(VIEWS), with: someText });

/** What the API is asked for; `now` is in Unix seconds. */
export function generationFiltersOf(
  { status, review, application, product, document, batch, stale, ...period }: GenerationSearch,
  now = Date.now() / 1000,
): NonNullable<ListGenerationsData['query']> {
  return present({
    status,
    review,
    applicationId: application,
    productId: product,
    documentId: document,
    batchId: batch,
    stale,
    ...boundsOf(period, now),
  });
}
