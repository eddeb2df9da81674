// The wire format of OpenAI chat completions: what comes in, and the bodies that go out.
import { z } from 'zod';
import { modelRefusal } from '../http/refusal.rules.ts';

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
/** What a model is asked; parameters that change nothing here are left out. */
export type ChatRequest = z.infer<typeof chatRequest>;
/** One turn of the conversation. */
export type Message = ChatRequest['messages'][number];

/** Why an answer ended. */
export type FinishReason = 'stop' | 'content_filter';

/** Names a completion in all its parts; `created` in Unix seconds. */
export interface CompletionHead {
  id: string;
  created: number;
  model: string;
}

/** Tokens, at four characters each. */
export interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

/** Reads a request. Throws 400 invalid_request_error. */
export function parseChat(body: unknown): ChatRequest {
  const parsed = chatRequest.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue?.path.join('.') ?? '';
  throw modelRefusal(400, `Invalid value for '${param}': ${issue?.message}`, {
    type: 'invalid_request_error',
    param,
  });
}

/** The text of a message, whether it came as one or in parts. */
export function textOf({ content: text }: Message): string {
  if (typeof text === 'string') return text;
  return (text ?? []).map((part) => part.text ?? '').join('\n');
}

/** What a request and its answer would have cost. */
export function usageOf(request: ChatRequest, answer: string): Usage {
  const tokens = (text: string): number => Math.ceil(text.length / 4);
  const asked = tokens(request.messages.map(textOf).join('\n'));
  const answered = tokens(answer);
  return { prompt_tokens: asked, completion_tokens: answered, total_tokens: asked + answered };
}

/** The whole answer at once. */
export function completion(head: CompletionHead, text: string, finish: FinishReason, usage: Usage): object {
  const message = { role: 'assistant', content: text, refusal: null };
  return {
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
    usage,
  };
}

/** One event of a streamed answer; the last one with text is followed by one that only ends it. */
export function chunk(head: CompletionHead, delta: object, finish: FinishReason | null = null): string {
  return event(head, { choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] });
}

/** The event with the tokens, after the end of the text. */
export function usageChunk(head: CompletionHead, usage: Usage): string {
  return event(head, { choices: [], usage });
}

/** Ends a stream. */
export const DONE = 'data: [DONE]\n\n';

function event(head: CompletionHead, fields: object): string {
  return `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...fields })}\n\n`;
}
