// Plays Ollama, by openai/openai.go, middleware/openai.go, server/routes.go and server/sched.go of ollama/ollama (2026).
import type { ServerResponse } from 'node:http';
import {
  answerJson,
  type Asked,
  chatOf,
  type ChatRequest,
  piecesOf,
  sendEvent,
  usageOf,
} from './stand-in.ts';

/** A model that was pulled. */
export interface PulledModel {
  name: string;
  capabilities: string[];
  parameters?: string;
}

export class Ollama {
  models: PulledModel[] = [{ name: 'llama3.2:3b', capabilities: ['completion', 'tools'] }];
  answer = '';
  /** True while its queue (OLLAMA_MAX_QUEUE) is full. */
  full = false;

  readonly play = (asked: Asked, response: ServerResponse): void => {
    if (asked.path === '/api/tags') {
      const models = this.models.map(({ name }) => ({ name, model: name, size: 2_019_393_189 }));
      return answerJson(response, 200, { models });
    }
    if (asked.path === '/v1/models') {
      const about = { object: 'model', created: 1, owned_by: 'library' };
      const data = this.models.map(({ name }) => ({ id: name, ...about }));
      return answerJson(response, 200, { object: 'list', data });
    }
    const chat = chatOf(asked);
    const model = this.models.find(({ name }) => name === chat.model);
    if (asked.path === '/api/show') {
      if (!model) return answerJson(response, 404, { error: `model '${chat.model}' not found` });
      return answerJson(response, 200, { details: { family: 'llama' }, model_info: {}, ...model });
    }
    const missing = `model "${chat.model}" not found, try pulling it first`;
    if (!model) return refuse(response, 404, 'not_found_error', missing);
    const busy = 'server busy, please try again.  maximum pending requests exceeded';
    if (this.full) return refuse(response, 503, 'api_error', busy);
    this.stream(chat, response);
  };

  private stream(chat: ChatRequest, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const about = { id: 'chatcmpl-42', object: 'chat.completion.chunk', created: 1_764_000_000 };
    const head = { ...about, model: chat.model, system_fingerprint: 'fp_ollama' };
    const send = (content: string, finish: string | null): void => {
      const choices = [{ index: 0, delta: { role: 'assistant', content }, finish_reason: finish }];
      sendEvent(response, { ...head, choices });
    };
    const pieces = piecesOf(this.answer);
    for (const content of pieces) send(content, null);
    send('', 'stop');
    sendEvent(response, { ...head, choices: [], usage: usageOf(chat, pieces) });
    sendEvent(response, '[DONE]');
    response.end();
  }
}

function refuse(response: ServerResponse, status: number, type: string, message: string): void {
  answerJson(response, status, { error: { message, type, param: null, code: null } });
}
