// Implements the wire format of OpenAI chat completions: parses requests and builds response bodies.
import { z } from 'zod';
import { modelError } from '../http/error-response.rules.ts';

const content = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
]);

const chatRequest = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: content.nullish() })).min(1),
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
/** One message of the conversation. */
export type Message = ChatRequest['messages'][number];

/** The reason why a reply ended. */
export type FinishReason = 'stop' | 'content_filter';

/** Fields that all chunks of a completion share; `created` in Unix seconds. */
export interface CompletionHead {
  id: string;
  created: number;
  model: string;
}

/** Numbers of tokens, estimated at four characters each. */
export interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

/** Parses a request body. Throws 400 invalid_request_error. */
export function parseChat(body: unknown): ChatRequest {
  const parsed = chatRequest.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue?.path.join('.') ?? '';
  throw modelError(400, `Invalid value for '${param}': ${issue?.message}`, {
    type: 'invalid_request_error',
    param,
  });
}

/** The text of a message; parts are joined by line breaks. */
export function textOf({ content: text }: Message): string {
  if (typeof text === 'string') return text;
  return (text ?? []).map((part) => part.text ?? '').join('\n');
}

/** The estimated tokens of a request and its reply. */
export function usageOf(request: ChatRequest, reply: string): Usage {
  const tokens = (text: string): number => Math.ceil(text.length / 4);
  const promptTokens = tokens(request.messages.map(textOf).join('\n'));
  const completionTokens = tokens(reply);
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

/** The response body of a reply that is not streamed. */
export function completion(head: CompletionHead, text: string, finish: FinishReason, usage: Usage): object {
  const message = { role: 'assistant', content: text, refusal: null };
  return {
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
    usage,
  };
}

/** One event of a streamed reply. The last event carries only the finish reason, no text. */
export function chunk(head: CompletionHead, delta: object, finish: FinishReason | null = null): string {
  return event(head, { choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] });
}

/** The event with the token usage, sent after the finish reason. */
export function usageChunk(head: CompletionHead, usage: Usage): string {
  return event(head, { choices: [], usage });
}

/** The event that ends a stream. */
export const DONE = 'data: [DONE]\n\n';

function event(head: CompletionHead, fields: object): string {
  return `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...fields })}\n\n`;
}
