// Plays the Responses API of OpenAI, by its reference (platform.openai.com/docs/api-reference/responses-streaming, error
// codes and rate limits of the guides) and the types of the package `openai`.
import type { ServerResponse } from 'node:http';
import {
  answerJson,
  type Asked,
  chatOf,
  type ChatRequest,
  piecesOf,
  sendEvent,
  tokensOf,
} from './stand-in.ts';

const ITEM = 'msg_68';

export class OpenAi {
  answer = '';
  context = 128_000;
  /** Seconds for which it refuses every call, told as Retry-After. */
  limitedFor = 0;
  /** True while it refuses every call with an earlier answer in it, as a limit does that the first call has used up. */
  refusesCorrections = false;
  /** The dated name under which it answers. */
  snapshot = '2026-03-17';

  readonly play = (asked: Asked, response: ServerResponse): void => {
    if (asked.path === '/v1/models') return answerJson(response, 200, { object: 'list', data: [] });
    const chat = chatOf(asked);
    const isCorrection = JSON.stringify(chat.input).includes('"role":"assistant"');
    if (this.limitedFor > 0 || (this.refusesCorrections && isCorrection)) {
      const message = `Rate limit reached for ${chat.model} in organization org-x on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in ${this.limitedFor}s.`;
      const error = { message, type: 'requests', param: null, code: 'rate_limit_exceeded' };
      return answerJson(response, 429, { error }, { 'retry-after': String(this.limitedFor) });
    }
    if (tokensOf(chat) > this.context) {
      const message =
        'Your input exceeds the context window of this model. Please adjust your input and try again.';
      const error = {
        message,
        type: 'invalid_request_error',
        param: 'input',
        code: 'context_length_exceeded',
      };
      return answerJson(response, 400, { error });
    }
    this.stream(chat, response);
  };

  private stream(chat: ChatRequest, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    let sequence_number = 0;
    const send = (type: string, data: object): void => {
      sendEvent(response, { type, sequence_number, ...data }, type);
      sequence_number += 1;
    };
    const about = {
      id: 'resp_68',
      object: 'response',
      created_at: 1_764_000_000,
      model: `${chat.model}-${this.snapshot}`,
      error: null,
      incomplete_details: null,
    };
    const began = { response: { ...about, status: 'in_progress', output: [], usage: null } };
    send('response.created', began);
    send('response.in_progress', began);
    const done = this.sendItem(send);
    const usage = usageOf(tokensOf(chat), piecesOf(this.answer).length);
    send('response.completed', { response: { ...about, status: 'completed', output: [done], usage } });
    response.end();
  }

  /** Sends the one item of an answer, and returns it. */
  private sendItem(send: (type: string, data: object) => void): object {
    const place = { item_id: ITEM, output_index: 0, content_index: 0 };
    const item = { id: ITEM, type: 'message', role: 'assistant' };
    const part = { type: 'output_text', annotations: [], logprobs: [] };
    const whole = { ...part, text: this.answer };
    const done = { ...item, status: 'completed', content: [whole] };
    const begun = { ...item, status: 'in_progress', content: [] };
    send('response.output_item.added', { output_index: 0, item: begun });
    send('response.content_part.added', { ...place, part: { ...part, text: '' } });
    for (const delta of piecesOf(this.answer))
      send('response.output_text.delta', { ...place, delta, logprobs: [] });
    send('response.output_text.done', { ...place, text: this.answer, logprobs: [] });
    send('response.content_part.done', { ...place, part: whole });
    send('response.output_item.done', { output_index: 0, item: done });
    return done;
  }
}

function usageOf(input_tokens: number, output_tokens: number): object {
  return {
    input_tokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input_tokens + output_tokens,
  };
}
