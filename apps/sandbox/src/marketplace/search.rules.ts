// Validates the queries of catalog calls and cuts the results of a search into pages.
import { MARKETPLACE_CODES, MARKETPLACES, type Marketplace } from '#contracts';
import { invalidInput } from '../errors/index.ts';
import { isAsin } from '../asins/index.ts';

const INCLUDED_DATA = [
  'attributes',
  'classifications',
  'dimensions',
  'identifiers',
  'images',
  'productTypes',
  'relationships',
  'salesRanks',
  'summaries',
  'vendorDetails',
];
/** Maximum number of identifiers of one search. */
const MAX_IDENTIFIERS = 20;
/** Items of one page. */
const MAX_PAGE_SIZE = 20;
const DEFAULT_PAGE_SIZE = 10;

/** Query parameters as received; a repeated parameter is an array. */
export type Query = Record<string, string | string[] | undefined>;

/** Parameters of both operations. */
export interface CatalogRequest {
  asins: string[];
  marketplace: Marketplace;
  marketplaceId: string;
  includedData: string[];
}

/** Parameters of searchCatalogItems. */
export interface SearchRequest extends CatalogRequest {
  pageSize: number;
  pageToken: string | undefined;
}

/** Parses the query of searchCatalogItems. Throws 400 InvalidInput. */
export function parseSearch(query: Query): SearchRequest {
  const first = (name: string): string | undefined => [query[name]].flat()[0];
  if (query['keywords'] !== undefined) throw invalidInput('keywords');
  if (first('identifiersType') !== 'ASIN') throw invalidInput('identifiersType');
  const asins = [...new Set(listOf(query['identifiers']))];
  if (asins.length === 0 || asins.length > MAX_IDENTIFIERS) throw invalidInput('identifiers');
  const pageSize = Number(first('pageSize') ?? DEFAULT_PAGE_SIZE);
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > MAX_PAGE_SIZE) throw invalidInput('pageSize');
  return { ...parseCatalogRequest(asins, query), pageSize, pageToken: first('pageToken') };
}

/** Parses the parameters that both operations share. Throws 400 InvalidInput. */
export function parseCatalogRequest(asins: string[], query: Query): CatalogRequest {
  const [marketplaceId = '', ...others] = listOf(query['marketplaceIds']);
  const marketplace = MARKETPLACE_CODES.find((code) => MARKETPLACES[code].marketplaceId === marketplaceId);
  if (!marketplace || others.length > 0) throw invalidInput('marketplaceIds');
  const includedData = listOf(query['includedData'] ?? 'summaries');
  if (includedData.some((name) => !INCLUDED_DATA.includes(name))) throw invalidInput('includedData');
  if (!asins.every(isAsin)) throw invalidInput('asin');
  return { asins, marketplace, marketplaceId, includedData };
}

function listOf(value: string | string[] | undefined): string[] {
  return [value ?? []]
    .flat()
    .flatMap((part) => part.split(','))
    .filter(Boolean);
}

/** One page of search results, with the tokens of its neighbours. */
export interface Page<T> {
  numberOfResults: number;
  items: T[];
  pagination: { nextToken?: string | undefined; previousToken?: string | undefined };
}

/** The page that the request asks for. Throws 400 InvalidInput for the page token of another search. */
export function pageOf<T>(found: readonly T[], request: SearchRequest): Page<T> {
  const { marketplaceId, pageSize, pageToken, asins } = request;
  const tokenOf = (start: number): string =>
    Buffer.from([start, marketplaceId, pageSize, ...asins].join()).toString('base64url');
  const start = pageToken === undefined ? 0 : found.findIndex((_, i) => tokenOf(i) === pageToken);
  if (start < 0) throw invalidInput('pageToken');
  const end = start + pageSize;
  return {
    numberOfResults: found.length,
    items: found.slice(start, end),
    pagination: {
      nextToken: end < found.length ? tokenOf(end) : undefined,
      previousToken: start > 0 ? tokenOf(Math.max(0, start - pageSize)) : undefined,
    },
  };
}
