// A marketplace on a free port of this machine: token endpoint and search, each played as a test says.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { openSource, type SourceSettings } from '../src/spapi/index.ts';
import type { RetailerSource } from '../src/spapi/port.ts';

/** Answers one request. */
export type Play = (response: ServerResponse, request: IncomingMessage) => void;

/** A request as it arrived. */
export interface Seen {
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}

/** The marketplace and what was asked of it. */
export interface MarketplaceServer {
  url: string;
  /** What a client must know of it. */
  settings: SourceSettings;
  tokenCalls: Seen[];
  searches: Seen[];
  /** Plays for the next calls, in order; after them the default. */
  nextTokens: Play[];
  nextSearches: Play[];
  /** What it knows: the default play of a search answers from it. */
  items: Map<string, object>;
  /** A client of it that waits `timeoutMs` for a call. */
  source(timeoutMs?: number): RetailerSource;
  close(): Promise<void>;
}

/** Plays a whole answer. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Play {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(payload);
  };
}

/** Plays no answer at all. */
export const silence: Play = () => undefined;

/** Plays a token that is good for so many seconds. */
export const token = (access_token: string, expires_in = 3600): Play =>
  answer(200, { access_token, token_type: 'bearer', expires_in });

/** Opens a marketplace that knows nothing yet. */
export async function openMarketplace(): Promise<MarketplaceServer> {
  const items = new Map<string, object>();
  const found: Play = (response, request) => {
    const { searchParams } = new URL(request.url ?? '', 'http://marketplace');
    const asins = (searchParams.get('identifiers') ?? '').split(',');
    const known = asins.map((asin) => items.get(asin)).filter(Boolean);
    answer(200, { numberOfResults: known.length, items: known })(response, request);
  };
  const [tokenCalls, searches]: [Seen[], Seen[]] = [[], []];
  const [nextTokens, nextSearches]: [Play[], Play[]] = [[], []];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    const seen = { url, headers: request.headers, body: await text(request) };
    const forToken = url.pathname === '/auth/o2/token';
    (forToken ? tokenCalls : searches).push(seen);
    const play = forToken ? (nextTokens.shift() ?? token('token-1')) : (nextSearches.shift() ?? found);
    play(response, request);
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = {
    tokenUrl: `${url}/auth/o2/token`,
    clientId: 'our-id',
    clientSecret: 'our-secret',
    regions: {
      na: { url: `${url}/na`, refreshToken: 'refresh-na' },
      eu: { url: `${url}/eu/`, refreshToken: 'refresh-eu' },
      fe: { url: `${url}/fe`, refreshToken: undefined },
    },
  };
  const source = (timeoutMs?: number): RetailerSource => openSource(settings, timeoutMs);
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url, settings, tokenCalls, searches, nextTokens, nextSearches, items, source, close };
}
