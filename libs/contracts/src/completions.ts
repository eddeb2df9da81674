// The wire format of OpenAI chat completions, in which the generation worker asks the model servers of this repository.
import { z } from 'zod';

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

/** The body of a request; other parameters are ignored. */
export const chatRequest = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content })).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().gt(0).max(1).nullish(),
  seed: z.int().min(0).nullish(),
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
/** A request for a completion. */
export type ChatRequest = z.infer<typeof chatRequest>;
/** The messages of a conversation. */
export type ChatMessages = ChatRequest['messages'];

/** The reason why a reply ended. */
export type CompletionFinish = 'stop' | 'length' | 'content_filter';

/** Fields that all chunks of a completion share; `created` in Unix seconds. */
export interface CompletionHead {
  id: string;
  created: number;
  model: string;
}

/** The usage of a completion, in tokens. */
export function completionUsage(prompt_tokens: number, completion_tokens: number): object {
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

/** The response body of a reply that is not streamed. */
export function completionBody(
  head: CompletionHead,
  text: string,
  finish: CompletionFinish,
  usage: object,
): object {
  const message = { role: 'assistant', content: text, refusal: null };
  const choices = [{ index: 0, message, logprobs: null, finish_reason: finish }];
  return { ...head, object: 'chat.completion', choices, usage };
}

/** One event of a streamed reply. The last event carries only the finish reason, no text. */
export function completionChunk(
  head: CompletionHead,
  delta: object,
  finish: CompletionFinish | null = null,
): string {
  return event(head, { choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] });
}

/** The event with the token usage, sent after the finish reason. */
export function completionUsageChunk(head: CompletionHead, usage: object): string {
  return event(head, { choices: [], usage });
}

/** The event that ends a stream. */
export const COMPLETION_END = 'data: [DONE]\n\n';

function event(head: CompletionHead, fields: object): string {
  return `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...fields })}\n\n`;
}
