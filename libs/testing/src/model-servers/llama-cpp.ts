// Plays the server of llama.cpp, by tools/server of ggml-org/llama.cpp (2026): server-http.cpp for loading and keys,
// server-context.cpp for errors and /props, server-task.cpp for the stream, common/json-schema-to-grammar.cpp for schemas.
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

const ERRORS = {
  invalid_request_error: 400,
  exceed_context_size_error: 400,
  authentication_error: 401,
  unavailable_error: 503,
} as const;

/** The model that it was started with, by which it is named where no alias is given. */
const FILE = '/models/tiny.gguf';

export class LlamaCpp {
  loading = false;
  key: string | undefined;
  /** Tokens of prompt and answer together, in each slot. */
  context = 4096;
  slots = 1;
  answer = '';
  /** Awaited before the first piece of an answer, as a full server lets a request wait. */
  queue: Promise<unknown> = Promise.resolve();
  /** Requests for a text that were in work at the same time, at most. */
  mostAtOnce = 0;
  private atOnce = 0;

  readonly play = async (asked: Asked, response: ServerResponse): Promise<void> => {
    if (this.loading) return refuse(response, 'unavailable_error', 'Loading model');
    if (asked.path === '/v1/models') return answerJson(response, 200, this.models());
    if (this.key !== undefined && asked.headers.authorization !== `Bearer ${this.key}`)
      return refuse(response, 'authentication_error', 'Invalid API Key');
    if (asked.path === '/props') return answerJson(response, 200, this.properties());
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    response.on('close', () => (this.atOnce -= 1));
    await this.complete(chatOf(asked), response);
  };

  private models(): object {
    const meta = {
      vocab_type: 2,
      n_vocab: 50_257,
      n_ctx_train: 4096,
      n_embd: 64,
      n_params: 134_515_008,
      size: 96_576_768,
    };
    return { object: 'list', data: [{ id: FILE, object: 'model', created: 1, owned_by: 'llamacpp', meta }] };
  }

  private properties(): object {
    return {
      default_generation_settings: { n_ctx: this.context },
      total_slots: this.slots,
      model_path: FILE,
      modalities: { vision: false, audio: false },
      build_info: 'b6300-1234567',
    };
  }

  private async complete(request: ChatRequest, response: ServerResponse): Promise<void> {
    const fault = schemaFault(request);
    if (fault !== undefined) return refuse(response, 'invalid_request_error', fault);
    const prompt = tokensOf(request);
    if (prompt >= this.context) {
      const message = `request (${prompt} tokens) exceeds the available context size (${this.context} tokens), try increasing it`;
      const counts = { n_prompt_tokens: prompt, n_ctx: this.context };
      return refuse(response, 'exceed_context_size_error', message, counts);
    }
    await this.queue;
    const room = Math.min(this.context - prompt, request.max_tokens ?? Infinity);
    const pieces = piecesOf(this.answer).slice(0, room);
    const reason = pieces.length < piecesOf(this.answer).length ? 'length' : 'stop';
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const head = {
      created: 1_764_000_000,
      id: 'chatcmpl-Zq1',
      model: FILE, // whatever it is asked for
      system_fingerprint: 'b6300-1234567',
      object: 'chat.completion.chunk',
    };
    const send = (delta: object, finish: string | null): void =>
      sendEvent(response, { choices: [{ finish_reason: finish, index: 0, delta }], ...head });
    send({ role: 'assistant', content: null }, null);
    for (const content of pieces) send({ content }, null);
    send({}, reason);
    const timings = { prompt_n: prompt, prompt_ms: 12.5, predicted_n: pieces.length, predicted_ms: 80.1 };
    sendEvent(response, { choices: [], ...head, usage: usageOf(request, pieces), timings });
    sendEvent(response, '[DONE]');
    response.end();
  }
}

function refuse(response: ServerResponse, type: keyof typeof ERRORS, message: string, counts = {}): void {
  const code = ERRORS[type];
  answerJson(response, code, { error: { code, message, type, ...counts } });
}

/** Why a schema becomes no grammar. Of what patterns may not have, this knows what the tests use. */
function schemaFault({ response_format: format }: ChatRequest): string | undefined {
  const text = JSON.stringify(format?.json_schema?.schema ?? {});
  for (const [, quoted = '""'] of text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)) {
    const pattern = JSON.parse(quoted) as string;
    if (!/^\^.*\$$/s.test(pattern))
      return `Failed to parse grammar: Pattern must start with '^' and end with '$'`;
    const escape = /\\[dDwWsSbpP]/.exec(pattern)?.[0];
    if (escape !== undefined)
      return `Failed to initialize samplers: failed to parse grammar: unknown escape at ${escape}`;
  }
  return undefined;
}
