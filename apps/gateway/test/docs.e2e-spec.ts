// Tests the API document, as a running gateway serves it.
import { validate } from '@scalar/openapi-validator';
import type { OpenAPIObject, OperationObject, ParameterObject, ResponseObject } from '@nestjs/swagger';
import { ERRORS } from '#contracts';
import { RoutesHook } from '../src/http/routes.hook.ts';
import { BASE, CORE, startGateway, type GatewayEnvironment } from './gateway-environment.ts';
import { OPERATIONS } from './operations.ts';

/** Public paths without a rate limit. */
const UNCOUNTED = ['/.well-known/jwks.json', '/errors'];

let gateway: GatewayEnvironment;
let document: OpenAPIObject;
let operations: { path: string; method: string; url: string; operation: OperationObject }[];

/** The answers of an operation by status, wherever the document has them. */
const responsesOf = ({ responses }: OperationObject): [string, ResponseObject][] =>
  Object.entries(responses).map(([status, response]) => {
    if (!response || !('$ref' in response)) return [status, response as ResponseObject];
    const name = response.$ref.replace('#/components/responses/', '');
    return [status, document.components?.responses?.[name] as ResponseObject];
  });

beforeAll(async () => {
  gateway = await startGateway();
  document = (await (await fetch(`${gateway.origin}/openapi.json`)).json()) as OpenAPIObject;
  operations = Object.entries(document.paths).flatMap(([path, { servers, ...methods }]) =>
    Object.entries(methods as Record<string, OperationObject>).map(([method, operation]) => ({
      path,
      method,
      url: `${servers?.[0]?.url}${path}`,
      operation,
    })),
  );
});
afterAll(() => gateway.close());

describe('the API document', () => {
  it('is valid OpenAPI 3.1 and describes version 1.0.0 of the API', () => {
    expect(validate(JSON.stringify(document))).toMatchObject({ valid: true, version: '3.1' });
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe('1.0.0');
  });

  it('describes exactly the served routes, except the documentation pages', () => {
    const served = gateway.app
      .get(RoutesHook)
      .served.filter(({ method }) => method !== 'HEAD') // Fastify adds HEAD to every GET
      .map(({ method, url }) => `${method} ${url}`);
    const described = operations.map(
      ({ method, url }) => `${method.toUpperCase()} ${new URL(url).pathname.replace(/%7B(\w+)%7D/g, ':$1')}`,
    );
    const docs = ['GET /docs', 'GET /docs/scalar.js', 'GET /docs/start.js', 'GET /openapi.json'];
    const pages = [...docs, 'GET /', 'GET /console', 'GET /console/*', 'GET /console/assets/:file'];
    expect([...described, ...pages].sort()).toEqual(served.sort());
  });

  it('puts every path under its documented root', () => {
    const servers = Object.fromEntries(operations.map(({ path, url }) => [path, url.slice(0, -path.length)]));
    const base = `https://api.example.com${BASE}`;
    const core = `https://api.example.com${CORE}`;
    expect(servers).toEqual({
      '/accounts/sessions/email': core,
      '/accounts/sessions/refresh': core,
      '/accounts/sessions': core,
      '/accounts/sessions/current': core,
      '/accounts/sessions/{id}': core,
      '/accounts': core,
      '/accounts/password': core,
      '/accounts/sessions/current/workspace': core,
      '/accounts/keys': core,
      '/accounts/keys/{id}': core,
      '/workspaces': core,
      '/workspaces/{id}': core,
      '/workspaces/{id}/erase': core,
      '/invitations/accept': core,
      '/workspaces/{id}/hold': core,
      '/workspaces/{id}/invitations': core,
      '/workspaces/{id}/invitations/{invitationId}': core,
      '/workspaces/{id}/members': core,
      '/workspaces/{id}/members/{accountId}': core,
      '/workspaces/{id}/keys': core,
      '/workspaces/{id}/keys/{keyId}': core,
      '/.well-known/jwks.json': core,
      '/products': base,
      '/products/count': base,
      '/products/export': base,
      '/products/{id}': base,
      '/products/{id}/restore': base,
      '/products/import/retailer': base,
      '/products/import/csv': base,
      '/products/imports': base,
      '/products/imports/{id}': base,
      '/products/imports/{id}/items': base,
      '/products/imports/{id}/cancel': base,
      '/products/imports/{id}/retry': base,
      '/products/imports/{id}/events': base,
      '/generations': base,
      '/generations/batches': base,
      '/generations/batches/{id}': base,
      '/generations/batches/{id}/cancel': base,
      '/generations/batches/{id}/events': base,
      '/generations/{id}': base,
      '/generations/{id}/scores': base,
      '/generations/{id}/cancel': base,
      '/generations/{id}/retry': base,
      '/statistics': base,
      '/models': base,
      '/marketplaces': base,
      '/errors': base,
      '/generations/{id}/events': base,
      '/generations/{id}/accept': base,
      '/generations/{id}/reject': base,
      '/checks': base,
      '/applications': base,
      '/applications/{id}': base,
      '/applications/{id}/versions': base,
      '/applications/{id}/preview': base,
      '/documents': base,
      '/documents/{id}': base,
      '/experiments': base,
      '/experiments/{id}': base,
      '/experiments/{id}/cancel': base,
      '/experiments/{id}/pair': base,
      '/experiments/{id}/votes': base,
      '/experiments/{id}/events': base,
      '/datasets': base,
      '/datasets/{id}': base,
      '/datasets/{id}/cases': base,
      '/policies': base,
      '/policies/{id}': base,
      '/voices': base,
      '/voices/{id}': base,
      '/events': base,
      '/webhooks': base,
      '/webhooks/{id}': base,
      '/webhooks/{id}/rotate': base,
      '/webhooks/{id}/test': base,
      '/webhooks/{id}/deliveries': base,
      '/webhooks/{id}/deliveries/{deliveryId}/replay': base,
    });
    expect(document.servers?.map(({ url }) => url)).toEqual([base, core]);
  });

  it('names every operation once', () => {
    expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(OPERATIONS);
  });

  it('explains every operation, with examples of its response and its body', () => {
    for (const { operation } of operations) {
      expect(operation.summary).toMatch(/^[A-Z].{5,}[^.]$/);
      expect(operation.description).toMatch(/^[A-Z].{20,}\.$/);
      const [status] = Object.keys(operation.responses).filter((one) => one < '300');
      const answer = operation.responses[status ?? ''] as { content?: Record<string, { example?: unknown }> };
      if (status === '204') expect(answer).not.toHaveProperty('content');
      else expect(Object.values(answer.content ?? {})[0]?.example).toBeDefined();
      const body = JSON.stringify(operation.requestBody ?? {});
      const schema = /#\/components\/schemas\/(\w+)/.exec(body)?.[1];
      if (schema) expect(document.components?.schemas?.[schema]).toHaveProperty('example');
    }
  });

  it('requires a token for every operation that is not public', () => {
    const open = operations.filter(({ operation }) => operation.security?.length === 0);
    expect(open.map(({ operation }) => operation.operationId).sort()).toEqual([
      'CreateAccount',
      'CreateSession',
      'ListErrors',
      'ListKeys',
      'RefreshSession',
    ]);
    for (const { operation } of operations) {
      const isOpen = operation.security?.length === 0;
      if (!isOpen) expect(operation.security).toEqual([{ bearer: [] }]);
      const needsSecret = !['CreateAccount', 'ListErrors', 'ListKeys'].includes(operation.operationId ?? '');
      expect('401' in operation.responses).toBe(needsSecret);
      const mayRefuse = !['CreateSession', 'ListErrors', 'ListKeys'].includes(operation.operationId ?? '');
      expect('403' in operation.responses).toBe(mayRefuse);
    }
  });

  it('describes every error response by the envelope and its headers', () => {
    for (const { operation } of operations) {
      for (const [status, { headers = {}, content = {} }] of responsesOf(operation)) {
        expect(headers).toHaveProperty('X-Request-Id');
        if (status < '400') continue;
        const { schema, examples = {} } = content['application/json'] ?? {};
        expect(schema).toEqual({ $ref: '#/components/schemas/ErrorResponse' });
        for (const code of Object.keys(examples))
          expect(String(ERRORS[code as keyof typeof ERRORS].status)).toBe(status);
        expect('WWW-Authenticate' in headers).toBe(status === '401');
        expect('Retry-After' in headers).toBe(['409', '429', '503'].includes(status));
      }
    }
  });

  it('describes each error answer once, among the components', () => {
    const shared = Object.values(document.components?.responses ?? {}).map((one) => JSON.stringify(one));
    expect(new Set(shared).size).toBe(shared.length);
    for (const { operation } of operations)
      for (const [status, response] of Object.entries(operation.responses))
        expect('$ref' in (response as object)).toBe(status >= '400');
  });

  it('describes the rate limit of every counted operation', () => {
    for (const { path, operation } of operations) {
      const counted = !UNCOUNTED.includes(path);
      expect('429' in operation.responses).toBe(counted);
      for (const [status, { headers = {} }] of responsesOf(operation)) {
        const isTold =
          counted &&
          !['413', '414', '431'].includes(status) &&
          (status !== '401' || operation.security?.length === 0);
        expect(Object.keys(headers).filter((name) => name.startsWith('RateLimit'))).toEqual(
          isTold ? ['RateLimit-Policy', 'RateLimit'] : [],
        );
      }
    }
  });

  it('describes the headers of a creating operation', () => {
    const create = operations.find(
      ({ operation }) => operation.operationId === 'CreateGeneration',
    )?.operation;
    const sent = (create?.parameters as ParameterObject[]).map(({ name }) => name);
    expect(sent).toEqual(expect.arrayContaining(['Idempotency-Key', 'Prefer', 'Accept-Language']));
    expect(Object.keys((create?.responses['201'] as { headers: object }).headers)).toEqual(
      expect.arrayContaining(['Location', 'Idempotency-Replayed', 'Preference-Applied']),
    );
  });

  it('tells of every operation with an Idempotency-Key whether a repeated answer says so', () => {
    const silent = operations.filter(({ operation }) => {
      const sent = (operation.parameters ?? []) as ParameterObject[];
      const isTold = responsesOf(operation).some(([, { headers = {} }]) => 'Idempotency-Replayed' in headers);
      return sent.some(({ name }) => name === 'Idempotency-Key') && !isTold;
    });
    expect(silent.map(({ operation }) => operation.operationId)).toEqual(['AcceptGeneration']);
    for (const { operation } of silent) expect(operation.description).toContain('no `Idempotency-Replayed`');
  });

  it('describes the headers of conditional requests', () => {
    const headersOf = (name: string): [string[], Record<string, { headers?: object }>] => {
      const { operation } = operations.find((one) => one.operation.operationId === name)!;
      const sent = (operation.parameters as ParameterObject[]).map((parameter) => parameter.name);
      return [sent, Object.fromEntries(responsesOf(operation))];
    };
    const [read, answers] = headersOf('GetProduct');
    expect(read).toContain('If-None-Match');
    for (const status of ['200', '304']) expect(answers[status]?.headers).toHaveProperty('ETag');
    expect(answers['304']).not.toHaveProperty('content');
    const [written, outcomes] = headersOf('UpdateProduct');
    expect(written).toContain('If-Match');
    for (const status of ['200', '412']) expect(outcomes[status]?.headers).toHaveProperty('ETag');
    const { requestBody } = document.paths['/products/{id}']!.patch!;
    expect(Object.keys((requestBody as { content: object }).content)).toEqual([
      'application/json',
      'application/merge-patch+json',
    ]);
  });
});
