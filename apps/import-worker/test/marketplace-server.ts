// Serves a marketplace on a free local port: a token endpoint and a search, whose answers a test can choose.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SpApiSettings } from '../src/spapi/lwa-token.client.ts';
import { SpApiClient } from '../src/spapi/sp-api.client.ts';

/** Answers one request. */
export type Responder = (response: ServerResponse, request: IncomingMessage) => void;

/** A request as it arrived. */
export interface RecordedRequest {
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}

/** The marketplace and the requests that it has received. */
export interface MarketplaceServer {
  url: string;
  /** The settings of a client of this marketplace. */
  settings: SpApiSettings;
  tokenCalls: RecordedRequest[];
  searches: RecordedRequest[];
  /** Responders of the next requests, in order; afterwards the marketplace answers as it should. */
  nextTokens: Responder[];
  nextSearches: Responder[];
  /** The items that a search can find, by ASIN. */
  items: Map<string, object>;
  /** A client of this marketplace; a search takes at most `timeoutMs`. */
  client(timeoutMs?: number): SpApiClient;
  close(): Promise<void>;
}

/** Sends a complete answer; a body that is not a string is sent as JSON. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Responder {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(payload);
  };
}

/** Sends nothing and keeps the connection open. */
export const silence: Responder = () => undefined;

/** Grants a token that is valid for so many seconds. */
export const token = (access_token: string, expires_in = 3600): Responder =>
  answer(200, { access_token, token_type: 'bearer', expires_in });

/** Opens a marketplace without items. */
export async function openMarketplace(): Promise<MarketplaceServer> {
  const items = new Map<string, object>();
  const found: Responder = (response, request) => {
    const { searchParams } = new URL(request.url ?? '', 'http://marketplace');
    const asins = (searchParams.get('identifiers') ?? '').split(',');
    const known = asins.map((asin) => items.get(asin)).filter(Boolean);
    answer(200, { numberOfResults: known.length, items: known })(response, request);
  };
  const [tokenCalls, searches]: [RecordedRequest[], RecordedRequest[]] = [[], []];
  const [nextTokens, nextSearches]: [Responder[], Responder[]] = [[], []];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    const recorded = { url, headers: request.headers, body: await text(request) };
    const forToken = url.pathname === '/auth/o2/token';
    (forToken ? tokenCalls : searches).push(recorded);
    const respond = forToken ? (nextTokens.shift() ?? token('token-1')) : (nextSearches.shift() ?? found);
    respond(response, request);
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
  const client = (timeoutMs?: number): SpApiClient => new SpApiClient(settings, timeoutMs);
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url, settings, tokenCalls, searches, nextTokens, nextSearches, items, client, close };
}
