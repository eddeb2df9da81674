// The decorator of operations: it declares how an operation is served, and documents it.
import type { Readable } from 'node:stream';
import { applyDecorators, Header, HttpCode, type StreamableFile } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBearerAuth, ApiConsumes, ApiExtension, ApiHeader, ApiOperation } from '@nestjs/swagger';
import { z } from 'zod';
import type { RequestDefinition } from '#contracts';
import { REQUIRED_ACCESS } from '../../access/index.ts';
import { mayFail } from './error-responses.ts';
import { REQUEST_HEADERS, type RequestHeader } from './headers.ts';
import { type Described, type OperationSpec, ROUTE_SETTINGS, type RouteSettings } from './operation-spec.ts';
import { type AnswerTo, statusOf, successResponses } from './success-responses.ts';

/** What the method of an operation may return: the documented answer, or the JSON of the owner. */
type Returned<D extends Described, S extends OperationSpec> = S extends { stream: true }
  ? Readable | undefined
  : S extends { download: true }
    ? StreamableFile
    : Value<D, S> | Buffer | Computed<S> | (S extends { stream: string } ? Readable | undefined : never);
type Value<D, S> = S extends { schema: infer A extends z.ZodType }
  ? z.output<A>
  : D extends RequestDefinition
    ? AnswerTo<D>
    : never;
type Computed<S> = S extends { computed: { schema: infer C extends z.ZodType } } ? z.output<C> : never;

/**
 * Serves and documents an operation. `definition` is the request that it forwards to an owner: its texts and its errors are those
 * of the operation, and its answer is the answer unless `schema` names another. A method that returns something else does not
 * compile.
 */
export function Operation<D extends Described, const S extends OperationSpec>(definition: D, spec?: S) {
  return applyDecorators(...decorators(definition, spec ?? {})) as <
    M extends (...args: never[]) => Returned<D, S> | Promise<Returned<D, S>>,
  >(
    target: object,
    name: string | symbol,
    method: TypedPropertyDescriptor<M>,
  ) => void;
}

function decorators(definition: Described, spec: OperationSpec): MethodDecorator[] {
  const { id, summary, description } = definition.operation;
  const { access = {}, mediaTypes, deprecated } = spec;
  const isPublic = spec.public === true;
  const isCounted = !isPublic || spec.addressLimit !== undefined;
  const takesJson = spec.body === true || hasField(definition, 'body');
  const body = takesJson || mediaTypes !== undefined;
  const errors = [...(spec.errors ?? []), ...(definition.errors ?? [])];
  const served = [RouteConfig(routeSettings({ ...spec, body })), HttpCode(statusOf(definition, spec))];
  const security = isPublic ? [] : undefined;
  const documented = [
    ApiOperation({ operationId: id, summary, description, security, deprecated: deprecated && true }),
    ...requestHeaders(definition, spec),
    ...successResponses(definition, spec, { isPublic, isCounted }),
    mayFail({ isPublic, isCounted, takesJson, errors }),
  ];
  if (deprecated) served.push(...deprecation(deprecated));
  if (!isPublic) documented.push(ApiBearerAuth(), ApiExtension(REQUIRED_ACCESS, access));
  if (mediaTypes) documented.push(ApiConsumes(...mediaTypes));
  // The owner's JSON is passed on as a buffer, which has no type of its own.
  if (definition.passthrough) served.push(Header('content-type', 'application/json; charset=utf-8'));
  return [...served, ...documented];
}

function routeSettings(spec: OperationSpec): RouteSettings {
  return Object.fromEntries(
    ROUTE_SETTINGS.filter((name) => spec[name] !== undefined).map((name) => [name, spec[name]]),
  );
}

/** True when the contract of a request has a field. */
function hasField(definition: Described, name: 'body' | 'idempotencyKey'): boolean {
  return definition.input instanceof z.ZodObject && name in definition.input.shape;
}

/** Tells clients on every answer that they should leave the operation. */
function deprecation({ since, sunset }: NonNullable<OperationSpec['deprecated']>): MethodDecorator[] {
  return [
    Header('deprecation', `@${Date.parse(since) / 1000}`),
    Header('sunset', new Date(sunset).toUTCString()),
  ];
}

function requestHeaders(
  definition: Described,
  { stream, waits, conditional = [] }: OperationSpec,
): MethodDecorator[] {
  const names: RequestHeader[] = ['Accept-Language'];
  names.push(...conditional.filter((name) => name !== 'ETag'));
  if (hasField(definition, 'idempotencyKey')) names.push('Idempotency-Key');
  if (waits) names.push('Prefer');
  if (stream) names.push('Last-Event-ID');
  return names.map((name) => ApiHeader({ name, required: false, ...REQUEST_HEADERS[name] }));
}
