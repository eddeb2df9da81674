// Defines the models: echo replies correctly, each of the others fails in its own way.
import type { ChatRequest, FinishReason } from './completions.rules.ts';
import { echo } from './echo.rules.ts';
import { modelError } from '../http/error-response.rules.ts';

/** The text that a model replies with, and how it is sent. */
export interface ModelReply {
  text: string;
  finishReason: FinishReason;
  /** Time over which the reply is sent, in milliseconds. */
  durationMs: number;
  /** True when the connection drops halfway. */
  disconnects: boolean;
}

/** Duration of a slow reply, in milliseconds. */
const SLOW_MS = 20_000;
/** Duration of a reply that is cut off, in milliseconds: its first half must reach the caller before the connection drops. */
const CUT_MS = 400;

const echoReply = (request: ChatRequest): ModelReply => ({
  text: echo(request),
  finishReason: 'stop',
  durationMs: 0,
  disconnects: false,
});

const MODELS: Record<string, (request: ChatRequest) => ModelReply> = {
  echo: echoReply,
  slow: (request) => ({ ...echoReply(request), durationMs: SLOW_MS }),
  refuses: (request) => ({ ...echoReply(request), text: '', finishReason: 'content_filter' }),
  cut: (request) => ({ ...echoReply(request), durationMs: CUT_MS, disconnects: true }),
  'bad-json': (request) => ({ ...echoReply(request), text: invalidJson(request) }),
  'rate-limited': () => {
    throw modelError(
      429,
      'Rate limit reached for requests. Try again in 1 s.',
      { type: 'requests', code: 'rate_limit_exceeded' },
      { 'retry-after': '1' },
    );
  },
  down: () => {
    throw modelError(503, 'The engine is currently overloaded, please try again later.', {
      type: 'server_error',
    });
  },
};

/** Names of the models. */
export const MODEL_NAMES = Object.keys(MODELS);

/** The reply of the model that the request names. Throws the errors of models that fail, 404 for an unknown model. */
export function replyTo(request: ChatRequest): ModelReply {
  const { model } = request;
  const reply = Object.hasOwn(MODELS, model) ? MODELS[model] : undefined;
  if (reply) return reply(request);
  throw modelError(404, `The model \`${model}\` does not exist or you do not have access to it.`, {
    type: 'invalid_request_error',
    code: 'model_not_found',
  });
}

/** The first half of a JSON text. Empty where no JSON was requested, because any other text would be valid. */
function invalidJson(request: ChatRequest): string {
  if ((request.response_format?.type ?? 'text') === 'text') return '';
  const text = echo(request);
  return text.slice(0, text.length / 2);
}

/** Splits a text into the pieces in which it is streamed. */
export function splitText(text: string): string[] {
  return text.match(/.{1,8}/gsu) ?? [];
}
