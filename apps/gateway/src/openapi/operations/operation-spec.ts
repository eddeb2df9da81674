// What a controller says of an operation, for its route and for the API document.
import type { FastifyContextConfig } from 'fastify';
import type { z } from 'zod';
import type { ErrorCode } from '#contracts';

/** An operation of the API, besides what the contract of its request says. */
export interface OperationSpec {
  /** operationId of the API document. */
  id: string;
  summary: string;
  description: string;
  /** Errors of the gateway that only this operation has. */
  errors?: readonly ErrorCode[];
  /** How the route is served; see FastifyContextConfig. */
  route?: Pick<
    FastifyContextConfig,
    | 'public'
    | 'addressLimit'
    | 'query'
    | 'bodyLimit'
    | 'mediaTypes'
    | 'textBody'
    | 'creates'
    | 'stream'
    | 'download'
    | 'access'
  >;
  /** True when the operation takes a body in JSON that is no `body` of its contract. */
  body?: true;
  /** True when a client may wait for the result with `Prefer: wait`. */
  waits?: true;
  /** The headers of conditional requests that the operation knows. */
  conditional?: readonly ('ETag' | 'If-None-Match' | 'If-Match')[];
  /** Since when clients should leave the operation, and from when on it may be gone: days such as 2027-01-31. */
  deprecated?: { since: string; sunset: string };
  answer: Answer | NoContent;
  /** The answer to a request that asks only to compute. */
  computed?: Answer & { schema: z.ZodType };
}

/** An answer with a body. */
export interface Answer {
  /** 200 unless another one is given. */
  status?: 200 | 201 | 202;
  /** What the body is, where that is not the answer of the owner. */
  schema?: z.ZodType;
  description: string;
  /** That of a download has a text for each media type. */
  example: unknown;
}

/** An answer without a body. */
interface NoContent {
  status: 204;
  description: string;
}
