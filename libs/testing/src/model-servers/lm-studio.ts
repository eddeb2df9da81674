// Plays LM Studio: its REST API by lmstudio.ai/docs/developer/rest/endpoints, its errors as issues 160 and 468 of
// lmstudio-ai/lmstudio-bug-tracker and clients on GitHub quote them (the server itself is not public).
import type { ServerResponse } from 'node:http';
import { answerJson, type Asked, chatOf, piecesOf, sendEvent, tokensOf, usageOf } from './stand-in.ts';

export class LmStudio {
  /** Tokens with which its model is loaded. */
  context = 4096;
  answer = '';

  readonly play = (asked: Asked, response: ServerResponse): void => {
    if (asked.path === '/api/v0/models') return answerJson(response, 200, this.models());
    const chat = chatOf(asked);
    const { type = 'text' } = chat.response_format ?? {};
    if (type !== 'json_schema' && type !== 'text')
      return answerJson(response, 400, { error: "'response_format.type' must be 'json_schema' or 'text'" });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const prompt = tokensOf(chat);
    if (prompt >= this.context) return this.overflow(prompt, response);
    const head = {
      id: 'chatcmpl-7hw',
      object: 'chat.completion.chunk',
      created: 1_764_000_000,
      model: 'qwen2.5-7b-instruct',
      system_fingerprint: 'qwen2.5-7b-instruct',
    };
    const send = (delta: object, finish: string | null): void =>
      sendEvent(response, { ...head, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] });
    const pieces = piecesOf(this.answer);
    for (const content of pieces) send({ role: 'assistant', content }, null);
    send({}, 'stop');
    sendEvent(response, { ...head, choices: [], usage: usageOf(chat, pieces) });
    sendEvent(response, '[DONE]');
    response.end();
  };

  private models(): object {
    const model = { object: 'model', publisher: 'lmstudio-community', compatibility_type: 'gguf' };
    const loaded = { state: 'loaded', max_context_length: 32_768, loaded_context_length: this.context };
    return {
      object: 'list',
      data: [
        { id: 'qwen2.5-7b-instruct', type: 'llm', arch: 'qwen2', ...model, ...loaded },
        {
          id: 'qwen2-vl-7b',
          type: 'vlm',
          arch: 'qwen2vl',
          ...model,
          state: 'not-loaded',
          max_context_length: 32_768,
        },
        { id: 'text-embedding-nomic', type: 'embeddings', arch: 'nomic-bert', ...model, state: 'not-loaded' },
      ],
    };
  }

  /** The status is out by the time that it knows the length of the prompt. */
  private overflow(prompt: number, response: ServerResponse): void {
    const message = `Trying to keep the first ${prompt} tokens when context the overflows. However, the model is loaded with context length of only ${this.context} tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input`;
    sendEvent(response, { error: { message } }, 'error');
    response.end();
  }
}
