// Validates the queries of catalog calls and cuts the results of a search into pages.
import { MARKETPLACE_CODES, MARKETPLACES, type Region } from '#contracts';
import { invalidInput } from '../http/error-response.rules.ts';
import { isAsin } from '../products/asin.rules.ts';
import type { ProductMarket } from '../products/invented-products.rules.ts';

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

/** A marketplace that the Selling Partner API serves. */
export interface Market extends ProductMarket {
  marketplaceId: string;
  region: Region;
}

/** Parameters of both operations. */
export interface CatalogRequest {
  asins: string[];
  market: Market;
  includedData: string[];
}

/** Parameters of searchCatalogItems. */
export interface SearchRequest extends CatalogRequest {
  pageSize: number;
  pageToken: string | undefined;
}

const MARKETS = new Map(
  MARKETPLACE_CODES.flatMap((code): [string, Market][] => {
    const { marketplaceId, region, languages } = MARKETPLACES[code];
    return marketplaceId && region ? [[marketplaceId, { code, marketplaceId, region, languages }]] : [];
  }),
);

/** Parses the query of searchCatalogItems. Throws 400 InvalidInput. */
export function parseSearch(query: Query): SearchRequest {
  if (query['keywords'] !== undefined) throw invalidInput('keywords');
  if (first(query['identifiersType']) !== 'ASIN') throw invalidInput('identifiersType');
  const asins = [...new Set(listOf(query['identifiers']))];
  if (asins.length === 0 || asins.length > MAX_IDENTIFIERS) throw invalidInput('identifiers');
  const pageSize = Number(first(query['pageSize']) ?? DEFAULT_PAGE_SIZE);
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > MAX_PAGE_SIZE) throw invalidInput('pageSize');
  return { ...parseCatalogRequest(asins, query), pageSize, pageToken: first(query['pageToken']) };
}

/** Parses the parameters that both operations share. Throws 400 InvalidInput. */
export function parseCatalogRequest(asins: string[], query: Query): CatalogRequest {
  const [marketplaceId = '', ...others] = listOf(query['marketplaceIds']);
  const market = MARKETS.get(marketplaceId);
  if (!market || others.length > 0) throw invalidInput('marketplaceIds');
  const includedData = listOf(query['includedData'] ?? 'summaries');
  if (includedData.some((name) => !INCLUDED_DATA.includes(name))) throw invalidInput('includedData');
  if (!asins.every(isAsin)) throw invalidInput('asin');
  return { asins, market, includedData };
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
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
  pagination: { nextToken?: string; previousToken?: string };
}

/** The page that the request asks for. Throws 400 InvalidInput for the page token of another search. */
export function pageOf<T>(found: readonly T[], request: SearchRequest): Page<T> {
  const { pageSize, pageToken } = request;
  const search = [request.market.marketplaceId, pageSize, ...request.asins].join();
  const start = pageToken === undefined ? 0 : startOf(pageToken, search);
  const end = start + pageSize;
  return {
    numberOfResults: found.length,
    items: found.slice(start, end),
    pagination: {
      ...(end < found.length ? { nextToken: pageTokenOf(end, search) } : {}),
      ...(start > 0 ? { previousToken: pageTokenOf(Math.max(0, start - pageSize), search) } : {}),
    },
  };
}

function pageTokenOf(start: number, search: string): string {
  return Buffer.from(`${start};${search}`).toString('base64url');
}

function startOf(token: string, search: string): number {
  const [start, of] = Buffer.from(token, 'base64url').toString().split(';');
  if (of !== search || !/^\d+$/.test(start ?? '')) throw invalidInput('pageToken');
  return Number(start);
}
