// Reads requests for chat completions, and counts their tokens as the sandbox does.
import { chatRequest, completionUsage, type ChatRequest } from '#contracts';
import { modelError } from '../errors/index.ts';

/** Parses a request body. Throws 400 invalid_request_error. */
export function parseChat(body: unknown): ChatRequest {
  const parsed = chatRequest.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue?.path.join('.') ?? '';
  const message = `Invalid value for '${param}': ${issue?.message}`;
  throw modelError(400, { message, type: 'invalid_request_error', param });
}

/** The usage of a request and its reply, estimated at four characters for a token. */
export function estimatedUsage({ messages }: ChatRequest, reply: string): object {
  const tokens = (text: string): number => Math.ceil(text.length / 4);
  return completionUsage(tokens(messages.map((message) => message.content).join('\n')), tokens(reply));
}
