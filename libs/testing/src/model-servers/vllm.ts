// Plays vLLM, by vllm/entrypoints/openai (chat_completion/serving.py, engine/protocol.py) and v1/structured_output of
// vllm-project/vllm (2026). While it loads, its port is closed.
import type { ServerResponse } from 'node:http';
import {
  answerJson,
  type Asked,
  chatOf,
  type ChatRequest,
  piecesOf,
  sendEvent,
  tokensOf,
  usageOf,
} from './stand-in.ts';

export class Vllm {
  /** `--served-model-name`. */
  model = 'Qwen/Qwen3-8B';
  /** `--max-model-len`. */
  context = 8192;
  answer = '';
  /** True for a schema with a feature that its grammar engine lacks. */
  refusesSchemas = false;
  /** True for one that looks at the schema only when its answer has begun. */
  refusesLate = false;

  readonly play = (asked: Asked, response: ServerResponse): void => {
    const { context } = this;
    if (asked.path === '/v1/models') {
      const card = { object: 'model', created: 1, owned_by: 'vllm', root: this.model, parent: null };
      return answerJson(response, 200, {
        object: 'list',
        data: [{ id: this.model, ...card, max_model_len: context }],
      });
    }
    const chat = chatOf(asked);
    if (chat.model !== this.model)
      return refuse(response, 404, 'NotFoundError', `The model \`${chat.model}\` does not exist.`, 'model');
    if (this.refusesSchemas && chat.response_format !== undefined)
      return badRequest(response, 'The provided JSON schema contains features not supported by xgrammar.');
    const prompt = tokensOf(chat);
    const asks = chat.max_tokens ?? 0;
    if (prompt + asks > context)
      return badRequest(
        response,
        `This model's maximum context length is ${context} tokens. However, you requested ${asks} output tokens and your prompt contains at least ${prompt} input tokens, for a total of at least ${prompt + asks} tokens. Please reduce the length of the input prompt or the number of requested output tokens.`,
      );
    this.stream(chat, response);
  };

  private stream(chat: ChatRequest, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    const about = { id: 'chatcmpl-0f', object: 'chat.completion.chunk', created: 1_764_000_000 };
    const head = { ...about, model: chat.model };
    const send = (delta: object, rest: object): void =>
      sendEvent(response, { ...head, choices: [{ index: 0, delta, logprobs: null, ...rest }] });
    send({ role: 'assistant', content: '' }, { finish_reason: null });
    if (this.refusesLate && chat.response_format !== undefined) {
      const message = 'Failed to compile the grammar of the request.';
      sendEvent(response, { error: { message, type: 'BadRequestError', param: null, code: 400 } });
      sendEvent(response, '[DONE]');
      return void response.end();
    }
    const pieces = piecesOf(this.answer);
    for (const content of pieces) send({ content }, { finish_reason: null, token_ids: null });
    send({ content: '' }, { finish_reason: 'stop', stop_reason: null, token_ids: null });
    sendEvent(response, { ...head, choices: [], usage: usageOf(chat, pieces) });
    sendEvent(response, '[DONE]');
    response.end();
  }
}

function badRequest(response: ServerResponse, message: string): void {
  refuse(response, 400, 'BadRequestError', message, null);
}

function refuse(
  response: ServerResponse,
  code: number,
  type: string,
  message: string,
  param: string | null,
): void {
  answerJson(response, code, { error: { message, type, param, code } });
}
