// Asks a model again without the parameter that its server refuses by name, and from then on at once.
import type { LanguageModelV4CallOptions, LanguageModelV4Middleware } from '@ai-sdk/provider';
import { APICallError } from 'ai';
import type { ModelServer } from '#contracts';
import { toModelError, wordsOf } from './model-errors.client.ts';

/** What a model takes of the parameters of a call, as far as a refusal has told. */
interface Taken {
  /** Most tokens of an answer. */
  tokens: number;
  /** The name of that parameter, where it is the newer one of OpenAI. */
  name?: 'max_completion_tokens';
  /** Temperatures that it refuses: of some models all, of others those that are not 1. */
  refused: readonly number[];
}

/** Fewest tokens that a refusal can mean by a limit; smaller numbers in it are statuses and versions, and of no use as a limit. */
const LEAST_TOKENS = 1024;

const ABOUT_TOKENS = /max_(?:completion_|output_|new_)?tokens|maxOutputTokens/i;
/** Words of a limit of prompt and answer together: what is left of it is another number for each prompt. */
const ABOUT_BOTH = /\b(?:input|prompt|messages|total|sum|context)\b/i;
/** A number by itself, and none of a date or of the name of a model. */
const NUMBER = /(?<![\w.-])\d+(?![\w-]|\.\d)/g;
const ABOUT_TEMPERATURE = /temperature/i;
const REFUSED =
  /\b(?:unsupported|not support(?:ed)?|not accept(?:ed)?|only|invalid|deprecated|unknown|not allowed|not permitted)\b/i;
const OTHER_NAME = /\buse\b.{0,10}max_completion_tokens|max_completion_tokens.{0,10}\binstead/i;

/**
 * Keeps to what the model takes, for as long as the process lives. A refusal that names one of these parameters is answered with
 * another call, which costs nothing more: the server has not begun the work. What did not help is not remembered.
 */
export function withoutRefused(server: Pick<ModelServer, 'kind' | 'name'>): LanguageModelV4Middleware {
  let known: Taken = { tokens: Infinity, refused: [] };
  return {
    specificationVersion: 'v4',
    wrapStream: async ({ model, params }) => {
      const before = known;
      for (let taken = before; ;) {
        try {
          const answer = await model.doStream(kept(params, taken, server));
          if (taken !== before) known = taken;
          return answer;
        } catch (error) {
          const told = toldBy(error, params, taken);
          if (!told || (told.name && server.kind !== 'openai-compatible')) throw error;
          taken = told;
        }
      }
    },
  };
}

/** What a refusal tells beyond what is known; undefined for one with another cause. */
function toldBy(error: unknown, params: LanguageModelV4CallOptions, taken: Taken): Taken | undefined {
  if (!APICallError.isInstance(error) || toModelError(error).code !== 'ModelRequestRejected')
    return undefined;
  const words = wordsOf(error);
  const { temperature } = params;
  if (!taken.name && OTHER_NAME.test(words)) return { ...taken, name: 'max_completion_tokens' };
  const asked = Math.min(params.maxOutputTokens ?? 0, taken.tokens);
  const numbers = ABOUT_BOTH.test(words) ? [] : (words.match(NUMBER) ?? []).map(Number);
  const tokens = Math.max(...numbers.filter((number) => number >= LEAST_TOKENS && number < asked));
  if (tokens > 0 && ABOUT_TOKENS.test(words)) return { ...taken, tokens };
  const isNew = temperature !== undefined && !taken.refused.includes(temperature);
  return isNew && ABOUT_TEMPERATURE.test(words) && REFUSED.test(words)
    ? { ...taken, refused: [...taken.refused, temperature] }
    : undefined;
}

/** The parameters as the model takes them. */
function kept(
  { maxOutputTokens = Infinity, temperature, ...params }: LanguageModelV4CallOptions,
  { tokens, name, refused }: Taken,
  server: Pick<ModelServer, 'name'>,
): LanguageModelV4CallOptions {
  const most = Math.min(maxOutputTokens, tokens);
  return {
    ...params,
    ...(temperature !== undefined && !refused.includes(temperature) && { temperature }),
    ...(most < Infinity && !name && { maxOutputTokens: most }),
    ...(most < Infinity && name && { providerOptions: { [server.name]: { [name]: most } } }),
  };
}
