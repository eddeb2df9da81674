// What a controller says of an operation, for its route and for the API document.
import type { FastifyContextConfig } from 'fastify';
import type { z } from 'zod';
import type { ErrorCode, OperationTexts, RequestDefinition } from '#contracts';

/**
 * An operation as its contract describes it: a request with the texts of its operation. An operation that no owner has to answer
 * is only the texts.
 */
export type Described = Partial<RequestDefinition> & { operation: OperationTexts };

/** The settings of a route that operations have. FastifyContextConfig explains them. */
export const ROUTE_SETTINGS = [
  'public',
  'addressLimit',
  'query',
  'body',
  'bodyLimit',
  'mediaTypes',
  'textBody',
  'creates',
  'stream',
  'download',
  'access',
] as const;
export type RouteSettings = Pick<FastifyContextConfig, (typeof ROUTE_SETTINGS)[number]>;

/** An operation of the API, besides what its contract says. */
export interface OperationSpec extends RouteSettings {
  /** Errors of the gateway that only this operation has. */
  errors?: readonly ErrorCode[];
  /** True when a client may wait for the result with `Prefer: wait`. */
  waits?: true;
  /** The headers of conditional requests that the operation knows. */
  conditional?: readonly ('ETag' | 'If-None-Match' | 'If-Match')[];
  /** Since when clients should leave the operation, and from when on it may be gone: days such as 2027-01-31. */
  deprecated?: { since: string; sunset: string };
  /** 200 by default, or 204 when the answer of the contract is empty. */
  status?: 201 | 202;
  /** What the body of the answer is, where that is not the answer of the owner. */
  schema?: z.ZodType;
  /** The answer to a request that asks only to compute. */
  computed?: { schema: z.ZodType; description: string; example: unknown };
}
