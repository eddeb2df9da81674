// A client of the API for tests: every response it meets is checked against the served OpenAPI document.
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** One response. */
export interface Answer<B = unknown> {
  status: number;
  headers: Headers;
  body: B;
}

/** What to send besides method and address. */
export interface Call {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

interface Operation {
  method: string;
  pattern: RegExp;
  name: string;
  responses: Record<string, { content?: Record<string, unknown> }>;
  pointer: string;
}

interface OpenApi {
  paths: Record<string, Record<string, unknown> & { servers?: { url: string }[] }>;
}

/** Speaks to a running gateway. */
export class Api {
  /** Operations and statuses met so far, as `ListProducts 200`. */
  readonly met = new Set<string>();
  readonly #ajv: Ajv2020;
  readonly #operations: Operation[];

  private constructor(document: OpenApi) {
    this.#ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(this.#ajv);
    this.#ajv.addSchema(document, 'openapi');
    this.#operations = operationsOf(document);
  }

  /** Reads the document of a gateway. */
  static async open(origin: string): Promise<Api> {
    const response = await fetch(`${origin}/openapi.json`);
    return new Api((await response.json()) as OpenApi);
  }

  /** Sends a request; throws when the response is not one that the document describes. */
  async call<B = unknown>(
    method: string,
    url: string,
    { token, body, headers }: Call = {},
  ): Promise<Answer<B>> {
    const response = await fetch(url, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed: unknown = text === '' ? undefined : JSON.parse(text);
    this.#check(method, new URL(url), response.status, parsed);
    return { status: response.status, headers: response.headers, body: parsed as B };
  }

  #check(method: string, url: URL, status: number, body: unknown): void {
    const operation = this.#operations.find(
      (one) => one.method === method.toLowerCase() && one.pattern.test(url.pathname),
    );
    if (!operation) return; // an unknown route: the caller looks at the answer itself
    const where = `${operation.name} ${status}`;
    this.met.add(where);
    const response = operation.responses[String(status)];
    if (!response) throw new Error(`${where} is not documented.`);
    if (!response.content) return;
    const pointer = `${operation.pointer}/responses/${status}/content/application~1json/schema`;
    const validate = this.#ajv.getSchema(`openapi#${pointer}`);
    if (!validate) throw new Error(`${where} has no schema.`);
    if (!validate(body))
      throw new Error(`${where} breaks its schema: ${this.#ajv.errorsText(validate.errors)}`);
  }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

function operationsOf(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const operation = item[method] as Omit<Operation, 'method'> & {
        operationId: string;
        servers?: { url: string }[];
      };
      const root = new URL((operation.servers ?? item.servers)?.[0]?.url ?? 'http://localhost').pathname;
      const literal = `${root.replace(/\/$/, '')}${path}`.replaceAll('.', '\\.');
      return {
        method,
        pattern: new RegExp(`^${literal.replace(/\{[^}]+\}/g, '[^/]+')}$`),
        name: operation.operationId,
        responses: operation.responses,
        pointer: `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`,
      };
    }),
  );
}
