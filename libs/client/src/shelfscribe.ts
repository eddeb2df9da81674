// The client: every operation of the API as a method, with sign-in, tokens, retries and streams done for the caller.
import { ApiError } from './errors.ts';
import { follow, type ServerSentEvent } from './events.ts';
import { createClient, mergeHeaders, type Client, type RequestOptions } from './generated/client/index.ts';
import { CORE_PATHS, KEYED_PATHS } from './generated/paths.gen.ts';
import { Operations, type Options } from './generated/sdk.gen.ts';
import type {
  Credentials,
  ExportProductsData,
  ListEventsData,
  PasswordChange,
  SignedIn,
} from './generated/types.gen.ts';
import { ClientSession } from './session.ts';
import { send, type Sending } from './transport.ts';

/** Where the API is, and how to reach it. */
export interface ShelfscribeOptions {
  /** Root of products and generations, such as `https://api.example.com/api/v2`. */
  baseUrl: string;
  /** Root of accounts and sessions, such as `https://api.example.com/core/api/v2`. */
  coreUrl: string;
  /** The API key of a program. Without one, sign in. */
  apiKey?: string;
  /** Longest wait for one answer, in milliseconds; 30,000 by default, and longer for `Prefer: wait`. */
  timeoutMs?: number;
  /** Sends the requests; by default that of the platform. */
  fetch?: typeof fetch;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const SESSIONS = '/accounts/sessions';
const REFRESH = `${SESSIONS}/refresh`;
/** The same refresh token has the same successor for 10 seconds, which must hold all tries of a lost refresh. */
const REFRESH_TIMEOUT_MS = 2000;

/**
 * The API as an object. Each operation is a method that gives `{data, response}` and throws an ApiError for any other answer
 * than a success. Operations that are safe to repeat are repeated when their answer is lost and when the API refuses them for
 * now; those that create get an `Idempotency-Key` for it.
 */
export class Shelfscribe extends Operations {
  readonly #session: ClientSession;

  constructor(options: ShelfscribeOptions) {
    const session: ClientSession = new ClientSession(async (refreshToken) => {
      const { data } = await new Operations({ client }).refreshSession({ body: { refreshToken } });
      return data;
    });
    const client = connect(options, session);
    super({ client });
    this.#session = session;
  }

  /**
   * Begins a session; its tokens are kept in memory and renewed in time. With `refresh: "cookie"` the refresh token is kept by
   * the browser, and `resume` goes on after a reload.
   */
  async signIn(credentials: Credentials): Promise<SignedIn> {
    const { data } = await this.createSession({ body: credentials });
    this.#session.forget(); // the refresh token of another account, which an answer with a cookie would not replace
    this.#session.adopt(data);
    return data;
  }

  /** Goes on with the session of the browser's cookie; false when there is none. */
  resume(): Promise<boolean> {
    return this.#session.resume();
  }

  /** Sets a new password, which ends every session of the account, and goes on in the new one that the API begins. */
  async setPassword(change: PasswordChange): Promise<SignedIn> {
    const { data } = await this.changePassword({ body: change });
    this.#session.forget();
    this.#session.adopt(data);
    return data;
  }

  /** Goes on in another workspace of the account. */
  async enterWorkspace(workspaceId: string): Promise<void> {
    const { data } = await this.switchWorkspace({ body: { workspaceId } });
    this.#session.adopt(data);
  }

  /**
   * The feed as it goes on: from `after`, or from now on. It has no end; its reader leaves it. `listEvents` reads the same as a
   * list.
   */
  async followEvents(
    options: Pick<ListEventsData, 'query'> & Pick<RequestInit, 'signal'> = {},
  ): Promise<{ stream: AsyncGenerator<ServerSentEvent, void> }> {
    const security = [{ scheme: 'bearer', type: 'http' }] as const;
    return { stream: streamOf(this.client, this.#session, { ...options, security, url: '/events' }) };
  }

  /** The file of an export: a text as CSV and JSON Lines, a Blob as a spreadsheet. */
  override exportProducts<ThrowOnError extends boolean = true>(
    options: Options<ExportProductsData, ThrowOnError>,
  ): ReturnType<typeof Operations.prototype.exportProducts<ThrowOnError>> {
    // The generated code would read the media type of JSON Lines as that of JSON.
    const parseAs = options.query.format === 'jsonl' ? 'text' : 'auto';
    return super.exportProducts({ parseAs, ...options });
  }

  /** Ends the session. */
  async signOut(): Promise<void> {
    await this.endCurrentSession();
    this.#session.forget();
  }
}

/** Operations that are sent by POST for their body, and change nothing. */
const COMPUTED = new Set(['/checks', '/applications/{id}/preview']);
/** Operations by PUT that make a new version each time, also without a change. */
const VERSIONED = new Set(['/applications/{id}']);

/** When an operation without a key may be sent again: always, if it has the same effect when it is sent twice. */
function repeatsOf(method: string, url: string, headers: Headers): Sending['repeats'] {
  if (method === 'patch') return 'never';
  if (method === 'post') return COMPUTED.has(url) ? 'always' : 'never';
  if (method !== 'put') return 'always';
  if (VERSIONED.has(url)) return 'never';
  // After a lost answer, a second try would be refused for the version that the first has made.
  return headers.has('if-match') ? 'refused' : 'always';
}

/** The client beneath the operations: it sends to both roots, and as `send` does. */
function connect({ apiKey, baseUrl, coreUrl, ...usual }: ShelfscribeOptions, session: ClientSession): Client {
  const client = createClient({
    throwOnError: true,
    querySerializer: { array: { explode: false, style: 'form' } }, // lists are separated by commas
  });
  // An answer that breaks off is a success by its status: its error is that of the connection.
  client.interceptors.error.use((error, response) =>
    response && !response.ok ? new ApiError(response, error) : error,
  );
  const { fetch = globalThis.fetch, timeoutMs = 30_000 } = usual;

  const prepared = (method: string, options: RequestOptions): RequestOptions => {
    const { url } = options;
    const isKeyed = method === 'post' && KEYED_PATHS.has(url);
    const headers = mergeHeaders(isKeyed ? { 'Idempotency-Key': newKey() } : {}, options.headers);
    const isRefresh = url === REFRESH;
    const isAnywhere = url.startsWith(SESSIONS);
    const sending: Sending = {
      fetch,
      timeoutMs: isRefresh ? REFRESH_TIMEOUT_MS : timeoutMs + waitMsOf(headers),
      repeats: isKeyed || isRefresh ? 'always' : repeatsOf(method, url, headers),
      isAnywhere,
    };
    return {
      ...options,
      headers,
      auth: () => apiKey ?? session.token(isAnywhere),
      baseUrl: CORE_PATHS.has(url) ? coreUrl : baseUrl,
      fetch: (request) => send(request as Request, session, sending),
    };
  };

  const wrapped: Client = { ...client };
  for (const method of METHODS) {
    const call = client[method];
    wrapped[method] = ((options: RequestOptions) => call(prepared(method, options))) as Client['get'];
  }
  const follow = (options: RequestOptions) =>
    Promise.resolve({ stream: streamOf(wrapped, session, options) });
  wrapped.sse = { ...client.sse, get: follow as Client['sse']['get'] };
  return wrapped;
}

/** The events of an operation that streams. It does not go on in another workspace than it began in. */
function streamOf(
  client: Client,
  session: ClientSession,
  options: RequestOptions,
): AsyncGenerator<ServerSentEvent, void> {
  const { workspace } = session;
  const open = async (lastEventId: string | undefined): Promise<Response> => {
    if (session.workspace !== workspace) throw new Error('The client has gone on in another workspace.');
    const headers = mergeHeaders(options.headers, {
      accept: 'text/event-stream',
      'last-event-id': lastEventId,
    });
    const streaming = { ...options, headers, parseAs: 'stream', throwOnError: true } as const;
    const { response } = await client.get<unknown, unknown, true>(streaming);
    return response;
  };
  return follow(open, options.signal);
}

/** Milliseconds that the API may wait by `Prefer: wait=N` before it answers. */
function waitMsOf(headers: Headers): number {
  return Number(/\bwait=(\d+)/.exec(headers.get('prefer') ?? '')?.[1] ?? 0) * 1000;
}

/** A random Idempotency-Key. */
function newKey(): string {
  // Not randomUUID: browsers have that on secure pages only.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
