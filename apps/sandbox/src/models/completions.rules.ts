// Implements the wire format of OpenAI chat completions: parses requests and builds response bodies.
import { z } from 'zod';
import { modelError } from '../errors/index.ts';

/** A text, or parts of one, which are joined by line breaks. */
const content = z
  .union([
    z.string(),
    z
      .array(z.looseObject({ type: z.string(), text: z.string().default('') }))
      .transform((parts) => parts.map(({ text }) => text).join('\n')),
  ])
  .nullish()
  .transform((text) => text ?? '');

const chatRequest = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content })).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  response_format: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('text') }),
      z.object({ type: z.literal('json_object') }),
      z.object({
        type: z.literal('json_schema'),
        json_schema: z.object({ schema: z.record(z.string(), z.unknown()) }),
      }),
    ])
    .nullish(),
});
/** A chat request, without the parameters that the sandbox ignores. */
export type ChatRequest = z.infer<typeof chatRequest>;
/** The messages of the conversation. */
export type Messages = ChatRequest['messages'];

/** The reason why a reply ended. */
export type FinishReason = 'stop' | 'content_filter';

/** Fields that all chunks of a completion share; `created` in Unix seconds. */
export interface CompletionHead {
  id: string;
  created: number;
  model: string;
}

/** Parses a request body. Throws 400 invalid_request_error. */
export function parseChat(body: unknown): ChatRequest {
  const parsed = chatRequest.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue?.path.join('.') ?? '';
  const message = `Invalid value for '${param}': ${issue?.message}`;
  throw modelError(400, { message, type: 'invalid_request_error', param });
}

/** The numbers of tokens of a request and its reply, estimated at four characters each. */
export function usageOf({ messages }: ChatRequest, reply: string): object {
  const tokens = (text: string): number => Math.ceil(text.length / 4);
  const prompt_tokens = tokens(messages.map((message) => message.content).join('\n'));
  const completion_tokens = tokens(reply);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

/** The response body of a reply that is not streamed. */
export function completion(head: CompletionHead, text: string, finish: FinishReason, usage: object): object {
  const message = { role: 'assistant', content: text, refusal: null };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: finish }];
  return { ...head, object: 'chat.completion', choices, usage };
}

/** One event of a streamed reply. The last event carries only the finish reason, no text. */
export function chunk(head: CompletionHead, delta: object, finish: FinishReason | null = null): string {
  return event(head, { choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] });
}

/** The event with the token usage, sent after the finish reason. */
export function usageChunk(head: CompletionHead, usage: object): string {
  return event(head, { choices: [], usage });
}

/** The event that ends a stream. */
export const DONE = 'data: [DONE]\n\n';

function event(head: CompletionHead, fields: object): string {
  return `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...fields })}\n\n`;
}
