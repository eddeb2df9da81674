// The offline composer: arranges the source data of a task into content; invents nothing and translates nothing.
import { defined } from '#contracts';
import {
  type Application,
  type CheckContext,
  composerInputOf,
  compositionOf,
  type Content,
  ContentError,
  contentOf,
  isUsable,
  languageOf,
  otherLanguageOf,
  phrasesOf,
  typeset,
} from '#content';
import { ModelError } from './port.ts';

/** What a user is told of facts of which the composer uses little. */
const DOUBTFUL =
  'Several of the facts need a proof, such as that it heals or is the best of all, so only its name and its details were used.';

/**
 * Content in which the review by the same context finds nothing, except warnings about what the original of a rewrite says
 * already, and missing parts of a listing for which there are no facts. It is the same for the same task and seed. Errors:
 * ModelError UnsupportedLanguage, InsufficientProductData, UnsupportedByModel.
 */
export function compose(context: CheckContext, seed: string): Content {
  const { task, application, language, limits } = context;
  const phrases = phrasesOf(language);
  if (!phrases)
    throw new ModelError('UnsupportedLanguage', { detail: `It has no phrases in ${language.name}.` });
  const other = otherLanguageOf(task, language);
  if (other !== undefined) {
    const found = other === '' ? 'another language' : languageOf(other).name;
    throw new ModelError('UnsupportedLanguage', {
      detail: `The facts are in ${found}, not in ${language.name}.`,
    });
  }
  const input = composerInputOf(task, language, phrases);
  const content = isUsable(input)
    ? composedBy(application, compositionOf(context, { input, phrases, seed }))
    : undefined;
  const enough = typeof content === 'string' || (content !== undefined && content.length >= limits.minItems);
  if (!enough) throw new ModelError('InsufficientProductData', input.isDoubtful ? { detail: DOUBTFUL } : {});
  const output = application.output(task);
  const written = contentOf(
    output === 'text' ? (content as string) : output.accepts.parse({ results: content }),
    output,
  );
  return withMarks(written, context);
}

/** Content of which what readers see is typeset, and a quote is as it stands in the source. */
function withMarks(content: Content, { application: { shownFields }, language }: CheckContext): Content {
  if (typeof content === 'string') return typeset(content, language);
  const isSet = (name: string, value: unknown): value is string =>
    typeof value === 'string' && (shownFields === undefined || shownFields.includes(name));
  return content.map((item) =>
    Object.fromEntries(
      Object.entries(item).map(([name, value]) => [
        name,
        isSet(name, value) ? typeset(value, language) : value,
      ]),
    ),
  );
}

function composedBy(
  application: Application,
  composition: Parameters<Application['compose']>[0],
): Content | undefined {
  try {
    return application.compose(composition);
  } catch (error) {
    if (error instanceof ContentError) throw new ModelError(error.code, defined({ detail: error.detail }));
    throw error;
  }
}
