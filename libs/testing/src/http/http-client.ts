// The HTTP client of tests and scripts: sends JSON, and checks each answer against the API document where it has one.
import type { ApiDocument } from './api-document.ts';

/** One answer. */
export interface Answer<B = unknown> {
  status: number;
  headers: Headers;
  /** Parsed JSON; undefined when there is none. */
  body: B;
  /** Time from the request to the end of the answer, in milliseconds. */
  ms: number;
}

/** What goes with a request besides method and path. */
export interface RequestExtras {
  /** Sent as JSON; text and bytes are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Longest wait for the answer, in milliseconds; 90,000 by default, more than the longest `Prefer: wait`. */
  withinMs?: number;
}

/** How a client sends. */
export interface HttpClientOptions {
  /** Prefix of all paths, such as http://localhost:3000/api/v2. */
  baseUrl: string;
  /** Sent as a bearer token. */
  token?: string;
  /** Checks every answer. Without one, answers may be anything. */
  document?: ApiDocument;
}

/** Sends requests below one base URL. */
export class HttpClient {
  readonly #options: HttpClientOptions;

  constructor(options: HttpClientOptions) {
    this.#options = options;
  }

  /**
   * Sends a request to a path below the base URL, or to a whole address. Gives every answer, whatever its status;
   * throws when there is none, when it is not JSON, and when the document does not describe it.
   */
  async request<B = unknown>(
    method: string,
    path: string,
    { body, headers, withinMs = 90_000 }: RequestExtras = {},
  ): Promise<Answer<B>> {
    const { baseUrl, token, document } = this.#options;
    const url = path.startsWith('http') ? path : `${baseUrl}${path}`;
    const startedAt = performance.now();
    const response = await fetch(url, {
      method,
      signal: AbortSignal.timeout(withinMs),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isWritten(body) ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const ms = performance.now() - startedAt;
    const parsed: unknown = text === '' ? undefined : JSON.parse(text);
    document?.check(method, new URL(url).pathname, response.status, parsed);
    return { status: response.status, headers: response.headers, body: parsed as B, ms };
  }

  /** Sends a request and gives the body of the answer; throws unless the status is 2xx. */
  async call<B = unknown>(method: string, path: string, extras?: RequestExtras): Promise<B> {
    const { status, body } = await this.request<B>(method, path, extras);
    if (status < 200 || status > 299)
      throw new Error(`${method} ${path} was answered ${status}: ${JSON.stringify(body)}`);
    return body;
  }

  get<B = unknown>(path: string): Promise<Answer<B>> {
    return this.request<B>('GET', path);
  }

  post<B = unknown>(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer<B>> {
    return this.request<B>('POST', path, { body, headers });
  }
}

/** True for a body that is sent as it is. */
function isWritten(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array;
}
