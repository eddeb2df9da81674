// The models: echo answers well, the others each fail in their own way.
import type { ChatRequest, FinishReason } from './completions.rules.ts';
import { echo } from './echo.rules.ts';
import { modelRefusal } from '../http/refusal.rules.ts';

/** An answer and the way it is given. */
export interface Answer {
  text: string;
  finish: FinishReason;
  /** How long the telling takes, in milliseconds. */
  lastsMs: number;
  /** True when the connection breaks halfway. */
  breaksOff: boolean;
}

const SLOW_MS = 20_000;
/** Long enough that the first half reaches the caller before the break. */
const CUT_MS = 400;

const plain = (request: ChatRequest): Answer => ({
  text: echo(request),
  finish: 'stop',
  lastsMs: 0,
  breaksOff: false,
});

const MODELS: Record<string, (request: ChatRequest) => Answer> = {
  echo: plain,
  slow: (request) => ({ ...plain(request), lastsMs: SLOW_MS }),
  refuses: (request) => ({ ...plain(request), text: '', finish: 'content_filter' }),
  cut: (request) => ({ ...plain(request), lastsMs: CUT_MS, breaksOff: true }),
  'bad-json': (request) => ({ ...plain(request), text: spoilt(request) }),
  'rate-limited': () => {
    throw modelRefusal(
      429,
      'Rate limit reached for requests. Try again in 1 s.',
      { type: 'requests', code: 'rate_limit_exceeded' },
      { 'retry-after': '1' },
    );
  },
  down: () => {
    throw modelRefusal(503, 'The engine is currently overloaded, please try again later.', {
      type: 'server_error',
    });
  },
};

/** Names of the models. */
export const MODEL_NAMES = Object.keys(MODELS);

/** What the model named in the request does with it. Throws the refusals of models that refuse, 404 for no model. */
export function answerTo(request: ChatRequest): Answer {
  const { model } = request;
  const answer = Object.hasOwn(MODELS, model) ? MODELS[model] : undefined;
  if (answer) return answer(request);
  throw modelRefusal(404, `The model \`${model}\` does not exist or you do not have access to it.`, {
    type: 'invalid_request_error',
    code: 'model_not_found',
  });
}

/** Half a JSON text, or, where no JSON was asked for, nothing: any text would be a valid one. */
function spoilt(request: ChatRequest): string {
  if ((request.response_format?.type ?? 'text') === 'text') return '';
  const text = echo(request);
  return text.slice(0, text.length / 2);
}

/** The text in the pieces in which it is streamed. */
export function piecesOf(text: string): string[] {
  return text.match(/.{1,8}/gsu) ?? [];
}
