// What a catalog call may ask for, and how a long answer is cut into pages.
import { MARKETPLACE_CODES, MARKETPLACES, type Marketplace, type Region } from '#contracts';
import { invalidInput } from '../http/refusal.rules.ts';

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
/** Most identifiers of one search, and most items of one page. */
const MAX_IDENTIFIERS = 20;
const MAX_PAGE = 20;
const DEFAULT_PAGE = 10;

/** Query parameters as they come: a value, or several under one name. */
export type Query = Record<string, string | string[] | undefined>;

/** The marketplace a call is about. */
export interface Market {
  code: Marketplace;
  marketplaceId: string;
  region: Region;
  /** Preferred first. */
  languages: readonly string[];
}

/** What both operations ask. */
export interface Request {
  asins: string[];
  market: Market;
  includedData: string[];
}

/** What a search asks besides. */
export interface SearchRequest extends Request {
  pageSize: number;
  pageToken: string | undefined;
}

const MARKETS = new Map(
  MARKETPLACE_CODES.flatMap((code): [string, Market][] => {
    const { marketplaceId, region, languages } = MARKETPLACES[code];
    return marketplaceId && region ? [[marketplaceId, { code, marketplaceId, region, languages }]] : [];
  }),
);

/** True for B and nine letters or digits, and for an ISBN-10 whose check digit is right. */
export function isAsin(text: string): boolean {
  if (/^B[0-9A-Z]{9}$/.test(text)) return true;
  if (!/^[0-9]{9}[0-9X]$/.test(text)) return false;
  const sum = [...text].reduce(
    (total, digit, i) => total + (10 - i) * (digit === 'X' ? 10 : Number(digit)),
    0,
  );
  return sum % 11 === 0;
}

/** Reads the query of searchCatalogItems. Throws 400 InvalidInput. */
export function parseSearch(query: Query): SearchRequest {
  if (query['keywords'] !== undefined) throw invalidInput('keywords');
  if (one(query['identifiersType']) !== 'ASIN') throw invalidInput('identifiersType');
  const asins = [...new Set(words(query['identifiers']))];
  if (asins.length === 0 || asins.length > MAX_IDENTIFIERS) throw invalidInput('identifiers');
  const pageSize = Number(one(query['pageSize']) ?? DEFAULT_PAGE);
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > MAX_PAGE) throw invalidInput('pageSize');
  return { ...parseRequest(asins, query), pageSize, pageToken: one(query['pageToken']) };
}

/** Reads the path and query of getCatalogItem, or what a search shares with it. Throws 400 InvalidInput. */
export function parseRequest(asins: string[], query: Query): Request {
  const [marketplaceId = '', ...others] = words(query['marketplaceIds']);
  const market = MARKETS.get(marketplaceId);
  if (!market || others.length > 0) throw invalidInput('marketplaceIds');
  const includedData = words(query['includedData'] ?? 'summaries');
  if (includedData.some((name) => !INCLUDED_DATA.includes(name))) throw invalidInput('includedData');
  if (!asins.every(isAsin)) throw invalidInput('asin');
  return { asins, market, includedData };
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function words(value: string | string[] | undefined): string[] {
  return [value ?? []]
    .flat()
    .flatMap((part) => part.split(','))
    .filter(Boolean);
}

/** One page of what was found, and the way to its neighbours. */
export interface Page<T> {
  numberOfResults: number;
  items: T[];
  pagination: { nextToken?: string; previousToken?: string };
}

/** Cuts the page that the request asks for. A token of another search is a 400 InvalidInput. */
export function pageOf<T>(found: readonly T[], request: SearchRequest): Page<T> {
  const { pageSize, pageToken } = request;
  const search = [request.market.marketplaceId, pageSize, ...request.asins].join();
  const start = pageToken === undefined ? 0 : openToken(pageToken, search);
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

function openToken(token: string, search: string): number {
  const [start, of] = Buffer.from(token, 'base64url').toString().split(';');
  if (of !== search || !/^\d+$/.test(start ?? '')) throw invalidInput('pageToken');
  return Number(start);
}
