// Sends requests: with a time limit, again after a refusal or a lost answer, and with a new token after a 401.
import { ApiError, secondsOf } from './errors.ts';
import type { ClientSession } from './session.ts';

/** How often a request is repeated at most. */
const RETRIES = 3;
/** The longest wait that the API may ask for, in seconds; beyond it, the refusal is the answer. */
const LONGEST_WAIT = 60;
/** Refusals that come with Retry-After. 409 is one while a first request with the same Idempotency-Key still runs. */
const REFUSED = [409, 429, 503];
/** What is repeated without Retry-After too: something in between answered, or a limit without a time. */
const LOST = [429, 502, 503, 504];

/** How to send. */
export interface Sending {
  fetch: typeof fetch;
  /** Longest wait for an answer, in milliseconds; a body that is not JSON may take longer. */
  timeoutMs: number;
  /** When it is sent again: after lost answers and refusals, after refusals for the rate, which come before the work, or never. */
  repeats: 'always' | 'refused' | 'never';
  /** True for what is done in no workspace. */
  isAnywhere: boolean;
}

/** Sends a request until there is an answer that counts. Throws the error of `fetch` when there is none. */
export async function send(request: Request, session: ClientSession, sending: Sending): Promise<Response> {
  const body = await request.arrayBuffer(); // a request can be read once, and may be sent again
  const headers = new Headers(request.headers);
  const init = { headers, body: body.byteLength > 0 ? body : undefined };
  const attempt = (): Promise<Response> => attemptOnce(request, init, sending);
  let isRenewed = false;
  let isLost = false;
  for (let retries = 0; ;) {
    const answer = await attempt().catch(noAnswer);
    // What is not there any more was deleted by the try whose answer was lost.
    if (isLost && request.method === 'DELETE' && answer instanceof Response && answer.status === 404)
      return new Response(null, { status: 204 });
    if (answer instanceof Response && answer.status === 401 && !isRenewed) {
      isRenewed = true;
      const refused = headers.get('authorization')?.replace(/^Bearer /, '');
      const newer = refused === undefined ? undefined : await session.newer(refused, sending.isAnywhere);
      if (newer !== undefined && newer !== refused) {
        headers.set('authorization', `Bearer ${newer}`);
        continue;
      }
    }
    const { repeats } = sending;
    const isRefused = answer instanceof Response && answer.status === 429;
    const mayRepeat = repeats === 'always' || (repeats === 'refused' && isRefused);
    const wait = mayRepeat && retries < RETRIES ? waitBefore(answer, retries) : undefined;
    if (wait === undefined || request.signal.aborted) {
      if (answer instanceof Response) return answer;
      throw answer.cause;
    }
    retries += 1;
    isLost ||= !(answer instanceof Response);
    await pause(wait * 1000, request.signal);
  }
}

/** That a request got no answer. */
interface NoAnswer {
  /** The error of `fetch`. */
  cause: Error;
}

/** Makes a lost answer of a broken connection or of a passed time limit; throws any other error. */
function noAnswer(cause: Error): NoAnswer {
  if (!isUnanswered(cause)) throw cause;
  return { cause };
}

function isUnanswered(error: unknown): boolean {
  return error instanceof Error && ['TypeError', 'TimeoutError'].includes(error.name);
}

/** True for the error of a request that may succeed once the API, or what is in between, is back. */
export function isOutage(error: unknown): boolean {
  return isUnanswered(error) || (error instanceof ApiError && LOST.includes(error.status));
}

async function attemptOnce(
  request: Request,
  init: { headers: Headers; body?: ArrayBuffer },
  { fetch, timeoutMs }: Sending,
): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort(new DOMException(`No answer within ${timeoutMs} ms.`, 'TimeoutError'));
  }, timeoutMs);
  try {
    const signal = AbortSignal.any([request.signal, late.signal]);
    // The signal is given to fetch itself: Node loses that of a request when it collects the request, and waits for ever.
    const response = await fetch(new Request(request, init), { signal });
    if (!response.body || !isJson(response)) return response;
    const { status, statusText, headers } = response;
    return new Response(await response.text(), { status, statusText, headers });
  } finally {
    clearTimeout(timer);
  }
}

/** True for JSON alone: `application/jsonl` is a file, which may be large. */
function isJson({ headers }: Response): boolean {
  const type = headers.get('content-type')?.split(';')[0];
  return type?.trim().toLowerCase() === 'application/json';
}

/** Seconds to wait before the next try; undefined when the answer counts. */
function waitBefore(answer: Response | NoAnswer, retries: number): number | undefined {
  const jitter = 0.5 + Math.random() / 2;
  const usual = 0.25 * 2 ** retries * jitter;
  if (!(answer instanceof Response)) return usual;
  const asked = secondsOf(answer.headers.get('retry-after'));
  if (asked === undefined) return LOST.includes(answer.status) ? usual : undefined;
  // Many that were refused together shall not come back together.
  return REFUSED.includes(answer.status) && asked <= LONGEST_WAIT ? asked + jitter * 0.25 : undefined;
}

/** Waits, in milliseconds; throws when the signal ends the wait. */
export function pause(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
