// Calls URLs of strangers: at the addresses that were checked, without redirects and proxies, bounded in time and size.
import { Resolver } from 'node:dns/promises';
import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { withoutNul } from '#contracts';
import type { EgressConfig } from '../config/config.ts';
import { addressesIn, isPublic, urlFault } from './destinations.ts';

/** Most bytes of an answer's body that are read; the connection of a longer answer is closed. */
export const MAX_ANSWER_BYTES = 4096;
/** Longest time of a call from the look-up of its name to the end of its answer, in milliseconds. */
export const CALL_MS = 15_000;
/** Most bytes of an answer's status line and headers. */
const MAX_HEADER_BYTES = 8192;
/** Longest time for one of several addresses to take a connection, in milliseconds; then the next one is tried. */
const CONNECT_MS = 3000;
/** Time for which an idle connection is kept, in milliseconds: less than the 5 s after which many servers close it. */
const IDLE_MS = 4000;
/** DNS servers are asked at most twice, for so long each. */
const DNS = { timeout: 2000, tries: 2, maxTimeout: 3000 };

/** Why there was no answer. */
export type CallFault =
  /** The URL is refused as it is written, or its name leads to an address that is not public. */
  | 'AddressRefused'
  | 'NameNotResolved'
  | 'ConnectionFailed'
  /** The certificate is not valid for the name or not trusted, or TLS could not be agreed on. */
  | 'TlsFailed'
  | 'TimedOut'
  /** What came is not HTTP, or its headers are too large. */
  | 'InvalidResponse'
  /** The caller's signal was aborted. */
  | 'Interrupted';

/** The end of a call. `response` is the beginning of the body as text. */
export type CallResult = { statusCode: number; response: string } | { error: CallFault };

/** What is posted to a stranger. */
export interface Call {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  signal: AbortSignal;
}

/** What is fetched from a stranger: no more bytes than `most` says when the head of the answer has come. */
export interface Fetching {
  url: string;
  headers: Record<string, string>;
  most: () => number;
  signal: AbortSignal;
}

/** The whole body that was fetched, or the reason why there is none. */
export type FetchResult = { statusCode: number; body: Buffer } | { error: CallFault | 'TooLarge' };

/** A call that has a body is a POST. */
type Question = Pick<Call, 'url' | 'headers'> & Partial<Pick<Call, 'body'>>;
type Resolve = (name: string) => Promise<string[]>;
type PinnedOptions = RequestOptions & { addresses?: readonly string[] };

class CallError extends Error {
  constructor(readonly fault: CallFault) {
    super(fault);
  }
}

/**
 * An HTTP client for URLs of strangers. A name is resolved once for each call, all its addresses must be public, and the
 * connection goes to one of them. It never uses HTTPS_PROXY: a proxy would resolve the name again, after the check.
 */
export class EgressClient {
  private readonly agents = { 'http:': pinned(HttpAgent), 'https:': pinned(HttpsAgent) };

  /** `resolve` gives all addresses of a name; a call takes at most `callMs`. Values other than the defaults are for tests. */
  constructor(
    private readonly config: EgressConfig,
    private readonly resolve: Resolve = openResolver(),
    private readonly callMs = CALL_MS,
  ) {}

  /**
   * Posts a body and resolves with the status, whatever it is, or with the reason why there was none. A body that breaks
   * off or never ends does not change the status.
   */
  post(call: Call): Promise<CallResult> {
    return this.within<CallResult>(call.signal, async (signal) => {
      const answer = await this.ask(call, signal);
      // Postgres keeps no NUL.
      const response = withoutNul((await beginningOf(answer)).toString());
      return { statusCode: answer.statusCode ?? 0, response };
    });
  }

  /** Fetches a body, which must come whole. Never throws. */
  get(fetching: Fetching): Promise<FetchResult> {
    return this.within<FetchResult>(fetching.signal, async (signal) => {
      const answer = await this.ask(fetching, signal);
      const body = await beforeAbort(wholeOf(answer, fetching.most()), signal);
      return body ? { statusCode: answer.statusCode ?? 0, body } : { error: 'TooLarge' };
    });
  }

  /** Closes the idle connections. */
  close(): void {
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  private async within<T>(
    given: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | { error: CallFault }> {
    const deadline = AbortSignal.timeout(this.callMs);
    try {
      return await work(AbortSignal.any([given, deadline]));
    } catch (error) {
      if (given.aborted) return { error: 'Interrupted' };
      return { error: deadline.aborted ? 'TimedOut' : faultOf(error) };
    }
  }

  private ask(call: Question, signal: AbortSignal): Promise<IncomingMessage> {
    const sent = this.checkedAddresses(call.url).then((addresses) => this.send(call, addresses, signal));
    return beforeAbort(sent, signal);
  }

  private async checkedAddresses(text: string): Promise<string[]> {
    if (urlFault(text, this.config)) throw new CallError('AddressRefused');
    const url = new URL(text);
    const known = addressesIn(url);
    if (known) return known;
    const addresses = await this.resolve(url.hostname).catch(() => []);
    if (addresses.length === 0) throw new CallError('NameNotResolved');
    if (addresses.every((address) => isPublic(address, this.config))) return addresses;
    throw new CallError('AddressRefused');
  }

  private send(
    { url, headers, body }: Question,
    addresses: readonly string[],
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    signal.throwIfAborted();
    const protocol = new URL(url).protocol as keyof typeof this.agents;
    const options: PinnedOptions = {
      method: body ? 'POST' : 'GET',
      headers: body ? { ...headers, 'content-length': body.byteLength } : headers,
      agent: this.agents[protocol],
      addresses,
      lookup: lookupOf(addresses),
      signal,
      maxHeaderSize: MAX_HEADER_BYTES,
    };
    return new Promise((resolve, reject) => {
      const request = (protocol === 'https:' ? httpsRequest : httpRequest)(url, options);
      request.on('upgrade', (_, socket) => {
        socket.destroy();
        reject(new CallError('InvalidResponse'));
      });
      request.on('error', reject).on('response', resolve).end(body);
    });
  }
}

/**
 * An agent that keeps connections by the addresses that were checked for them too. A connection to an address of
 * yesterday is not used for a name that leads elsewhere today.
 */
function pinned<A extends typeof HttpAgent>(Base: A): HttpAgent {
  const agent = new Base({
    keepAlive: true,
    timeout: IDLE_MS,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: CONNECT_MS,
  });
  const nameOf = agent.getName.bind(agent);
  agent.getName = (options?: PinnedOptions) => `${nameOf(options)}:${options?.addresses?.join()}`;
  return agent;
}

/** Answers the look-up of a connection with the addresses that were checked. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_name, { all: wantsAll }, done) => {
    if (wantsAll) done(null, all);
    else done(null, all[0]?.address ?? '', all[0]?.family);
  };
}

/** Asks the DNS servers of the machine, without its hosts file and search domains, which name its own network. */
function openResolver(): Resolve {
  const resolver = new Resolver(DNS);
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

/** The beginning of a body. The rest is not read: leaving the loop closes the connection. */
async function beginningOf(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part);
      bytes += part.byteLength;
      if (bytes > MAX_ANSWER_BYTES) break;
    }
  } catch {
    // The body broke off, or the time is over; the status has come.
  }
  return Buffer.concat(parts).subarray(0, MAX_ANSWER_BYTES);
}

/** A body that has come to its end; undefined for one of more than `most` bytes, whose rest is not read. */
async function wholeOf(answer: IncomingMessage, most: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.byteLength;
    if (bytes > most) return undefined;
  }
  return Buffer.concat(parts);
}

/** The value of a promise, unless the signal is aborted before. */
async function beforeAbort<T>(value: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([value, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function faultOf(error: unknown): CallFault {
  if (error instanceof CallError) return error.fault;
  const { code = '' } = error as { code?: string };
  if (code.startsWith('HPE_')) return 'InvalidResponse';
  const isTls = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|UNABLE_TO|SELF_SIGNED|HOSTNAME|EPROTO)/.test(code);
  return isTls ? 'TlsFailed' : 'ConnectionFailed';
}
