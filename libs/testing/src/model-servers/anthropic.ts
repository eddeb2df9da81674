// Plays the Messages API of Anthropic, by its reference (docs.claude.com: streaming messages, errors, rate limits).
import type { ServerResponse } from 'node:http';
import { answerJson, type Asked, chatOf, piecesOf, sendEvent, tokensOf } from './stand-in.ts';

export class Anthropic {
  answer = '';
  context = 200_000;
  /** True while it refuses calls with 529, as when all of its customers call. */
  overloaded = false;

  readonly play = (asked: Asked, response: ServerResponse): void => {
    if (asked.path === '/v1/models') return answerJson(response, 200, { data: [], has_more: false });
    const chat = chatOf(asked);
    const input = tokensOf(chat);
    if (this.overloaded) return refuse(response, 529, 'overloaded_error', 'Overloaded');
    if (input > this.context)
      return refuse(
        response,
        400,
        'invalid_request_error',
        `prompt is too long: ${input} tokens > ${this.context} maximum`,
      );
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    const send = (type: string, data: object): void => sendEvent(response, { type, ...data }, type);
    const usage = {
      input_tokens: input,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: 1,
    };
    const about = { id: 'msg_01', type: 'message', role: 'assistant', model: chat.model, content: [] };
    send('message_start', { message: { ...about, stop_reason: null, stop_sequence: null, usage } });
    send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
    send('ping', {});
    const pieces = piecesOf(this.answer);
    for (const text of pieces) send('content_block_delta', { index: 0, delta: { type: 'text_delta', text } });
    send('content_block_stop', { index: 0 });
    const end = { stop_reason: 'end_turn', stop_sequence: null };
    send('message_delta', { delta: end, usage: { output_tokens: pieces.length } });
    send('message_stop', {});
    response.end();
  };
}

function refuse(response: ServerResponse, status: number, type: string, message: string): void {
  answerJson(response, status, { type: 'error', error: { type, message }, request_id: 'req_011' });
}
