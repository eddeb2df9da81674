// What every answer of the API must be, whatever was asked: the judge of the fuzzer.
import type { ErrorResponse } from '#contracts';
import type { ApiDocument, RawResponse } from '#testing/http';
import type { Environment } from '#testing/environment';
import type { FuzzRequest } from './requests.ts';
import { Sql } from '../harness/environment/database.ts';

/** What must never be in an answer: traces, statements, programs with their versions, our machines. */
const INSIDES =
  /\bat .+:\d+:\d+|node_modules|\bSELECT\b|\bINSERT\b|\bUPDATE\b|postgres|\bpg_|\bnats\b|redis|fastify|nestjs|\bzod\b|127\.0\.0\.1|\bv?\d+\.\d+\.\d+\b/i;

/** Tables that hold what a POST makes, by its operation. */
const MADE: Record<string, { owner: 'auth' | 'catalogue' | 'generations'; tables: readonly string[] }> = {
  CreateSession: { owner: 'auth', tables: ['session'] },
  ImportRetailerProducts: { owner: 'catalogue', tables: ['import', 'idempotency'] },
  CreateGeneration: { owner: 'generations', tables: ['generation', 'idempotency'] },
};

/** Judges answers; holds a connection to each database. */
export class AnswerChecks {
  /** Addresses of all that was made. */
  readonly made: string[] = [];
  readonly #counts = new Map<string, number>();
  readonly #api: ApiDocument;
  readonly #foreign: readonly string[];
  readonly #databases: Record<'auth' | 'catalogue' | 'generations', Sql>;

  /** `foreign` are ids that the asking person must never see. */
  constructor(api: ApiDocument, { servers }: Environment, foreign: readonly string[]) {
    const open = (name: string): Sql => new Sql(servers.postgres.superuserUrl(name));
    this.#api = api;
    this.#foreign = foreign;
    this.#databases = {
      auth: open('auth'),
      catalogue: open('catalogue'),
      generations: open('generations'),
    };
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#databases).map((sql) => sql.close()));
  }

  /** Throws when an answer is not what it must be. One request to an operation at a time. */
  async judge(request: FuzzRequest, response: RawResponse): Promise<void> {
    const { status, text, headers } = response;
    const pathname = request.target.split('?', 1)[0] ?? '';
    const added = await this.#added(request, pathname); // in any case, so that the next one counts from here
    if (status >= 500) throw new Error(`${status} ${text}`);
    if ('server' in headers || 'x-powered-by' in headers) throw new Error('It says what made it.');
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    this.#api.check(request.method, pathname, status, body);
    if (status >= 400 && request.method !== 'HEAD') checkError(response, body as ErrorResponse);
    if (status < 300) this.#checkSuccess(request, response, pathname);
    if (status >= 400 && added !== 0) throw new Error(`It was refused, but ${added} rows more are stored.`);
  }

  #checkSuccess(
    { kind, method, body, headers }: FuzzRequest,
    { text, headers: got }: RawResponse,
    pathname: string,
  ) {
    const operation = this.#api.operation(method, pathname);
    if (operation?.body && kind === 'near' && !this.#api.allows(operation, JSON.parse(String(body))))
      throw new Error('A body that the document does not allow was accepted.');
    if (got['location']) this.made.push(got['location']);
    const seen = method === 'GET' && this.#foreign.find((id) => text.includes(id));
    if (seen) throw new Error(`It shows ${seen} of another workspace, to ${JSON.stringify(headers)}.`);
  }

  /** Rows that were added since the last request to an operation that makes something. */
  async #added({ method }: FuzzRequest, pathname: string): Promise<number> {
    const name = method === 'POST' ? this.#api.operation(method, pathname)?.name : undefined;
    const made = name === undefined ? undefined : MADE[name];
    if (name === undefined || !made) return 0;
    const parts = made.tables.map((table) => `(SELECT count(*) FROM ${table})`).join('+');
    const { n: now } = await this.#databases[made.owner].row<{ n: number }>(`SELECT (${parts})::int AS n`);
    const before = this.#counts.get(name) ?? now;
    this.#counts.set(name, now);
    return now - before;
  }
}

function checkError({ status, headers }: RawResponse, body: ErrorResponse | undefined): void {
  if (!body?.error) throw new Error(`${status} without the envelope of errors.`);
  const { id, message, details } = body.error;
  if (id !== headers['x-request-id']) throw new Error(`The error's id is not that of X-Request-Id.`);
  if (headers['content-type'] !== 'application/json; charset=utf-8')
    throw new Error('It is not said to be JSON.');
  if (status === 429 && !headers['retry-after']) throw new Error('It does not say when to try again.');
  const said = [message, ...details.map((one) => one.message)].find((words) => INSIDES.test(words));
  if (said) throw new Error(`It tells of what is inside: ${said}`);
}
