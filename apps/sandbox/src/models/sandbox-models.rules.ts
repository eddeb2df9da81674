// Defines the models: those named echo reply correctly, judges judge, and each of the others is slow or fails in its own way.
import type { ChatRequest, CompletionFinish } from '#contracts';
import { echo } from './echo.rules.ts';
import { factsTold, firstShown, judged } from './judge.rules.ts';
import { modelError } from '../errors/index.ts';

/** The text that a model replies with, and how it is sent. */
export interface ModelReply {
  text: string;
  finishReason: CompletionFinish;
  /** Time over which the reply is sent, in milliseconds. */
  durationMs: number;
  /** True when the connection drops halfway. */
  disconnects: boolean;
}

/** Duration of a reply that is cut off, in milliseconds: its first half must reach the caller before the connection drops. */
const CUT_MS = 400;

/** What each model changes in the reply of echo, given its text and the duration of a slow reply. */
type Change = (text: string, request: ChatRequest, slowMs: number) => Partial<ModelReply>;

const MODELS: Record<string, Change> = {
  echo: () => ({}),
  // Sees as little as echo, but is said to take pictures.
  'echo-images': () => ({}),
  slow: (_text, _request, slowMs) => ({ durationMs: slowMs }),
  refuses: () => ({ text: '', finishReason: 'content_filter' }),
  cut: () => ({ durationMs: CUT_MS, disconnects: true }),
  // No text where no JSON was requested, because any other text would be valid.
  'bad-json': (text, { response_format: format }) => ({
    text: !format || format.type === 'text' ? '' : text.slice(0, text.length / 2),
  }),
  // Judges of experiments; what is no judgement they answer as echo does.
  judge: (text, request) => ({ text: judged(request, factsTold) ?? text }),
  'judge-first': (text, request) => ({ text: judged(request, firstShown) ?? text }),
  'rate-limited': () => {
    const message = 'Rate limit reached for requests. Try again in 1 s.';
    throw modelError(429, { message, type: 'requests', code: 'rate_limit_exceeded' }, { 'retry-after': '1' });
  },
  down: () => {
    const message = 'The engine is currently overloaded, please try again later.';
    throw modelError(503, { message, type: 'server_error' });
  },
};

/** Names of the models. */
export const MODEL_NAMES = Object.keys(MODELS);

/**
 * The reply of the model that the request names; a slow one is sent over `slowMs`. Throws the errors of models that fail,
 * 404 for an unknown model.
 */
export function replyTo(request: ChatRequest, slowMs: number): ModelReply {
  const { model } = request;
  const changes = Object.hasOwn(MODELS, model) ? MODELS[model] : undefined;
  if (!changes) {
    const message = `The model \`${model}\` does not exist or you do not have access to it.`;
    throw modelError(404, { message, type: 'invalid_request_error', code: 'model_not_found' });
  }
  const text = echo(request);
  return { text, finishReason: 'stop', durationMs: 0, disconnects: false, ...changes(text, request, slowMs) };
}

/** Splits a text into the pieces in which it is streamed. */
export function splitText(text: string): string[] {
  return text.match(/.{1,8}/gsu) ?? [];
}
