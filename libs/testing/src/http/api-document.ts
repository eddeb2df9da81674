// The OpenAPI document that a gateway serves: its operations, and whether a request or an answer keeps to it.
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** A JSON schema with the keywords that our document uses. */
export interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
}

/** One parameter of an operation. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: Schema;
}

/** An operation of the document. */
export interface Operation {
  /** In lower case. */
  method: string;
  /** With the path of its root, such as /api/v2/products/{id}. */
  path: string;
  /** The operationId. */
  name: string;
  parameters: readonly Parameter[];
  /** Undefined when the operation takes no body in JSON. */
  body: Schema | undefined;
  /** Of the bodies that the operation takes. */
  mediaTypes: readonly string[];
  /** By status. */
  responses: Record<string, { pointer: string; content?: Record<string, unknown> }>;
  pattern: RegExp;
  pointer: string;
}

interface OpenApi {
  paths: Record<string, Record<string, unknown> & { servers?: { url: string }[] }>;
  components: { schemas: Record<string, Schema>; responses?: Record<string, DescribedResponse> };
}

/** The API document of a running gateway. */
export class ApiDocument {
  /** Operations and statuses that were checked so far, such as `ListProducts 200`. */
  readonly met = new Set<string>();
  readonly operations: readonly Operation[];
  readonly #ajv: Ajv2020;
  readonly #schemas: Record<string, Schema>;

  private constructor(document: OpenApi) {
    this.#ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(this.#ajv);
    this.#ajv.addSchema(closed(document) as OpenApi, 'openapi');
    this.operations = operationsOf(document);
    this.#schemas = document.components.schemas;
  }

  /** Fetches the document of a gateway. */
  static async fetch(origin: string): Promise<ApiDocument> {
    const response = await fetch(`${origin}/openapi.json`);
    return new ApiDocument((await response.json()) as OpenApi);
  }

  /** Throws when the document does not describe this answer. A HEAD request is a GET whose answer has no body. */
  check(method: string, pathname: string, status: number, body: unknown): void {
    const operation = this.operation(method, pathname);
    if (!operation) return; // an unknown route is not in the document: its caller checks the answer
    const where = `${operation.name} ${status}`;
    this.met.add(where);
    const response = operation.responses[String(status)];
    if (!response) throw new Error(`${where} is not documented.`);
    if (!response.content?.['application/json'] || method === 'HEAD') return;
    if (response.content['text/event-stream'] && body === undefined) return; // the client preferred a stream
    const pointer = `${response.pointer}/content/application~1json/schema`;
    const wrong = this.#errors(pointer, body);
    if (wrong) throw new Error(`${where} breaks its schema: ${wrong}`);
  }

  /** A `fetch` that checks each answer as it comes. A body that is not JSON is not read. */
  readonly checkedFetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const response = await fetch(request);
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const body: unknown = isJson ? await response.clone().json() : undefined;
    this.check(request.method, new URL(request.url).pathname, response.status, body);
    return response;
  };

  /** The operation that serves a request; undefined for an unknown route or method. */
  operation(method: string, pathname: string): Operation | undefined {
    const served = method === 'HEAD' ? 'get' : method.toLowerCase();
    const path = this.operations.find((one) => one.pattern.test(pathname))?.path;
    return this.operations.find((one) => one.method === served && one.path === path);
  }

  /** True when the document allows this request body. */
  allows(operation: Operation, body: unknown): boolean {
    return !this.#errors(`${operation.pointer}/requestBody/content/application~1json/schema`, body);
  }

  /** The schema that a reference names, or the schema itself. */
  resolve(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return (name === undefined ? schema : this.#schemas[name]) ?? {};
  }

  /** The errors of a value by the schema at a JSON pointer of the document; undefined when it is valid. */
  #errors(pointer: string, value: unknown): string | undefined {
    const validate = this.#ajv.getSchema(`openapi#${pointer}`);
    if (!validate) throw new Error(`There is no schema at ${pointer}.`);
    return validate(value) ? undefined : this.#ajv.errorsText(validate.errors);
  }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * A copy of a document whose objects have no field that it does not name. The document itself leaves answers open, because
 * they may grow; today's answers have no other fields.
 */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, closed(value)]));
  return 'properties' in part && 'type' in part ? { additionalProperties: false, ...copy } : copy;
}

/** An answer as the document writes it. */
interface DescribedResponse {
  content?: Record<string, unknown>;
}

/** An operation as the document writes it. */
interface Described {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, DescribedResponse | { $ref: string }>;
  servers?: { url: string }[];
}

/** The operations; a path that names no parameter stands before one that does, as it is routed. */
function operationsOf(document: OpenApi): Operation[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method): Operation => {
      const described = item[method] as Described;
      const root = new URL((described.servers ?? item.servers)?.[0]?.url ?? 'http://localhost').pathname;
      const whole = `${root.replace(/\/$/, '')}${path}`;
      const pointer = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`;
      return {
        method,
        path: whole,
        name: described.operationId,
        parameters: described.parameters ?? [],
        body: described.requestBody?.content['application/json']?.schema,
        mediaTypes: Object.keys(described.requestBody?.content ?? {}),
        responses: responsesOf(described, pointer, document),
        pattern: new RegExp(`^${whole.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`),
        pointer,
      };
    }),
  );
  const parameters = ({ path }: Operation): number => path.split('{').length;
  return operations.toSorted((a, b) => parameters(a) - parameters(b));
}

/** The answers of an operation, and where the document has each: some are among its components. */
function responsesOf(
  { responses }: Described,
  pointer: string,
  { components }: OpenApi,
): Operation['responses'] {
  const entries = Object.entries(responses).map(([status, response]) => {
    if (!('$ref' in response)) return [status, { ...response, pointer: `${pointer}/responses/${status}` }];
    const name = response.$ref.split('/').at(-1) ?? '';
    return [status, { ...components.responses?.[name], pointer: response.$ref.slice(1) }];
  });
  return Object.fromEntries(entries) as Operation['responses'];
}
