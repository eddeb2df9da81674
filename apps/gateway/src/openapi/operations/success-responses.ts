// Describes the successful answers of operations in the API document.
import { ApiResponse, type ApiResponseCommonMetadata } from '@nestjs/swagger';
import { z } from 'zod';
import type { RequestDefinition } from '#contracts';
import { ANSWERS } from '../examples/answers.ts';
import { rateLimitHeaders } from './error-responses.ts';
import { type ResponseHeader, responseHeaders } from './headers.ts';
import type { Described, OperationSpec } from './operation-spec.ts';

const TEXT = { type: 'string' } as const;

/** What an owner tells of a creation besides the resource; clients get it in headers. */
type ToldInHeaders = 'replayed' | 'waitSeconds';

/** What clients get of the answer of an owner: all of it, of a creation the resource, and nothing of an empty one. */
export type AnswerTo<D extends RequestDefinition> =
  z.output<D['output']> extends infer O
    ? O extends Record<string, never>
      ? void
      : 'replayed' extends keyof O
        ? O[Exclude<keyof O, ToldInHeaders>]
        : O
    : never;

/** The status of the successful answer. */
export function statusOf({ output }: Described, { status, schema }: OperationSpec): number {
  const isEmpty = !schema && output instanceof z.ZodObject && Object.keys(output.shape).length === 0;
  return isEmpty ? 204 : (status ?? 200);
}

/** Whether an operation needs a session, and whether its requests are counted against a rate limit. */
interface Traits {
  isPublic: boolean;
  isCounted: boolean;
}

/** Describes each successful answer of an operation. */
export function successResponses(
  definition: Described,
  spec: OperationSpec,
  traits: Traits,
): MethodDecorator[] {
  const { computed, conditional } = spec;
  const headersOf = (status: number, more: readonly ResponseHeader[]) =>
    responseHeaders(['X-Request-Id', ...rateLimitHeaders(traits, status), ...more]);
  const { answer: description = '' } = definition.operation;
  const status = statusOf(definition, spec);
  const common = { status, description, headers: headersOf(status, successHeaders(spec)) };
  const responses = status === 204 ? [ApiResponse(common)] : withBody(definition, spec, common);
  if (computed) {
    const { schema: standardSchema, description, example } = computed;
    const headers = headersOf(200, []);
    responses.push(ApiResponse({ status: 200, description, standardSchema, headers, example }));
  }
  if (conditional?.includes('If-None-Match')) {
    const description = 'Nothing has changed since the answer whose tag `If-None-Match` names.';
    responses.push(ApiResponse({ status: 304, description, headers: headersOf(304, ['ETag']) }));
  }
  return responses;
}

/** Describes an answer with a body: JSON, a stream of events or a file. */
function withBody(
  definition: Described,
  { schema, stream, download }: OperationSpec,
  common: ApiResponseCommonMetadata,
): MethodDecorator[] {
  const example = ANSWERS[definition.operation.id];
  if (stream === true) {
    const description = 'The client has already received the last event and must not open the stream again.';
    const content = { 'text/event-stream': { schema: TEXT, example } };
    return [ApiResponse({ ...common, content }), ApiResponse({ ...common, status: 204, description })];
  }
  if (download) {
    const files = Object.entries(example as Record<string, string>);
    const content = Object.fromEntries(files.map(([type, text]) => [type, { schema: TEXT, example: text }]));
    return [ApiResponse({ ...common, content })];
  }
  return [ApiResponse({ ...common, standardSchema: schema ?? answerSchema(definition), example })];
}

/** The schema of what clients get of the answer of an owner. */
export function answerSchema({ output }: Described): z.ZodType | undefined {
  if (!(output instanceof z.ZodObject) || !('replayed' in output.shape)) return output;
  const { replayed: _replayed, waitSeconds: _waitSeconds, ...resource } = output.shape as z.ZodRawShape;
  return Object.values(resource)[0] as z.ZodType;
}

function successHeaders({
  creates,
  download,
  waits,
  conditional,
  deprecated,
}: OperationSpec): ResponseHeader[] {
  const names: ResponseHeader[] = creates ? ['Location'] : [];
  if (deprecated) names.push('Deprecation', 'Sunset');
  if (creates !== undefined) names.push('Idempotency-Replayed');
  if (conditional?.includes('ETag')) names.push('ETag');
  if (download) names.push('Content-Disposition');
  return waits ? [...names, 'Preference-Applied'] : names;
}
