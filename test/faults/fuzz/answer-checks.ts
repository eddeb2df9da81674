// Checks that every answer of the API must pass, whatever the request was.
import type { ErrorResponse } from '#contracts';
import type { ApiDocument, RawResponse } from '#testing/http';
import type { Environment } from '#testing/environment';
import { Sql } from '../harness/environment/database.ts';
import type { FuzzRequest } from './requests.ts';

/** Texts that no answer may contain: stack traces, SQL, names and versions of programs, addresses of machines. */
const INTERNALS =
  /\bat .+:\d+:\d+|node_modules|\bSELECT\b|\bINSERT\b|\bUPDATE\b|postgres|\bpg_|\bnats\b|redis|fastify|nestjs|\bzod\b|127\.0\.0\.1|\bv?\d+\.\d+\.\d+\b/i;

/** Tables in which a POST inserts rows, by its operation. */
const ROWS: Record<string, { owner: 'auth' | 'catalogue' | 'generations'; tables: readonly string[] }> = {
  CreateSession: { owner: 'auth', tables: ['session'] },
  CreateAccount: { owner: 'auth', tables: ['account', 'workspace', 'membership'] },
  CreateWorkspace: { owner: 'auth', tables: ['workspace', 'membership', 'idempotency'] },
  CreateInvitation: { owner: 'auth', tables: ['invitation', 'idempotency'] },
  CreateApiKey: { owner: 'auth', tables: ['api_key', 'idempotency'] },
  ImportCsvProducts: { owner: 'catalogue', tables: ['import', 'idempotency'] },
  ImportRetailerProducts: { owner: 'catalogue', tables: ['import', 'idempotency'] },
  CreateGeneration: { owner: 'generations', tables: ['generation', 'idempotency'] },
};

/** Operations whose quota counts what is kept until somebody deletes it, so that no time ends it. */
const KEEPING = new Set([
  'CreateApiKey',
  'CreateApplication',
  'CreateDataset',
  'CreateDocument',
  'CreateInvitation',
  'CreatePolicy',
  'CreateVoice',
  'CreateWebhook',
  'CreateWorkspace',
  'HoldWorkspace',
  'UpdateDocument',
  'UpdatePolicy',
]);

/** Checks answers; has a connection to each database. */
export class AnswerChecks {
  /** `Location` of everything that was created. */
  readonly created: string[] = [];
  readonly #counts = new Map<string, number>();
  readonly #api: ApiDocument;
  readonly #foreign: readonly string[];
  readonly #databases: Record<'auth' | 'catalogue' | 'generations', Sql>;

  /** `foreign` are ids that the sender must never see. */
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

  /** Throws when an answer fails a check. Requests to one operation must not overlap. */
  async check(request: FuzzRequest, response: RawResponse): Promise<void> {
    const { status, text, headers } = response;
    const pathname = request.target.split('?', 1)[0] ?? '';
    const added = await this.#added(request, pathname); // in any case, because the next call counts from here
    if (status >= 500) throw new Error(`${status} ${text}`);
    if ('server' in headers || 'x-powered-by' in headers)
      throw new Error('The answer names its server software.');
    const isJson =
      !headers['content-type']?.startsWith('text/event-stream') && !('content-disposition' in headers);
    const body: unknown = text === '' || !isJson ? undefined : JSON.parse(text);
    this.#api.check(request.method, pathname, status, body);
    const keeps = KEEPING.has(this.#api.operation(request.method, pathname)?.name ?? '');
    if (status >= 400 && request.method !== 'HEAD') checkError(response, body as ErrorResponse, keeps);
    if (status < 300) this.#checkSuccess(request, response, pathname);
    if (status >= 400 && added !== 0) throw new Error(`It was refused, but ${added} rows were added.`);
  }

  #checkSuccess(
    { kind, method, body, headers }: FuzzRequest,
    { text, headers: got }: RawResponse,
    pathname: string,
  ) {
    const operation = this.#api.operation(method, pathname);
    const isJson = !headers.some(([name]) => name.toLowerCase() === 'content-type');
    if (
      operation?.body &&
      kind === 'near' &&
      isJson &&
      !this.#api.allows(operation, JSON.parse(String(body)))
    )
      throw new Error('A body that the document does not allow was accepted.');
    if (got['location']) this.created.push(got['location']);
    const seen = method === 'GET' && this.#foreign.find((id) => text.includes(id));
    if (seen) throw new Error(`It shows ${seen} of another workspace to ${JSON.stringify(headers)}.`);
  }

  /** Number of rows that were added since the last request to the same creating operation. */
  async #added({ method }: FuzzRequest, pathname: string): Promise<number> {
    const name = method === 'POST' ? this.#api.operation(method, pathname)?.name : undefined;
    const rows = name === undefined ? undefined : ROWS[name];
    if (name === undefined || !rows) return 0;
    const parts = rows.tables.map((table) => `(SELECT count(*) FROM ${table})`).join('+');
    const now = await this.#databases[rows.owner].number(`SELECT ${parts}`);
    const before = this.#counts.get(name) ?? now;
    this.#counts.set(name, now);
    return now - before;
  }
}

function checkError({ status, headers }: RawResponse, body: ErrorResponse | undefined, keeps: boolean): void {
  if (!body?.error) throw new Error(`${status} without the error envelope.`);
  const { id, code, message, details } = body.error;
  if (id !== headers['x-request-id']) throw new Error('The id of the error is not that of X-Request-Id.');
  if (headers['content-type'] !== 'application/json; charset=utf-8')
    throw new Error('The content type is not JSON.');
  const isTimed = !(keeps && code === 'QuotaExceeded');
  if (status === 429 && isTimed && !headers['retry-after']) throw new Error('A 429 has no Retry-After.');
  const leak = [message, ...details.map((one) => one.message)].find((words) => INTERNALS.test(words));
  if (leak) throw new Error(`The message shows internals: ${leak}`);
}
