// Reads requests for chat completions.
import { chatRequest, type ChatRequest } from '#contracts';
import { EngineError, type Question } from '../engine/index.ts';

/** Parses a request for the one model. Throws EngineError for another model, or when it is malformed. */
export function parseChat(body: unknown, model: string): ChatRequest {
  const parsed = chatRequest.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') ?? '';
    throw new EngineError(400, 'invalid_request_error', `Invalid value for '${where}': ${issue?.message}`);
  }
  if (parsed.data.model !== model)
    throw new EngineError(404, 'not_found_error', `The one model here is ${model}`);
  return parsed.data;
}

/** What the model is asked by a request. */
export function questionOf(request: ChatRequest): Question {
  const { messages, response_format: format, temperature, top_p: topP, seed } = request;
  const form =
    format?.type === 'json_schema'
      ? format.json_schema.schema
      : format?.type === 'json_object'
        ? 'json'
        : 'text';
  return {
    messages,
    form,
    maxTokens: request.max_completion_tokens ?? request.max_tokens ?? undefined,
    temperature: temperature ?? 0.7,
    topP: topP ?? undefined,
    seed: seed ?? undefined,
  };
}
