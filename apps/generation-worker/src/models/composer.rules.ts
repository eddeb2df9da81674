// The offline composer: arranges the source data of a task into content; invents nothing and translates nothing.
import { z } from 'zod';
import { defined, generationTask } from '#contracts';
import {
  type Application,
  composerInputOf,
  compositionOf,
  type Content,
  ContentError,
  contextOf,
  isUsable,
  languageOf,
  otherLanguageOf,
  phrasesOf,
} from '#content';
import { ModelError, type ModelTraits } from './port.ts';

/** What the composer is asked for. It composes the same content for the same task and seed. */
export const composerTask = z.object({ task: generationTask, seed: z.string() });

export const COMPOSER_TRAITS: ModelTraits = { repairs: false };

/**
 * Content in which the review finds nothing, except warnings about what the original of a rewrite says already, and missing
 * parts of a listing for which there are no facts. Errors: ModelError UnsupportedLanguage, InsufficientProductData,
 * UnsupportedByModel.
 */
export function compose({ task, seed }: z.infer<typeof composerTask>, application: Application): Content {
  const context = contextOf({ task, application, secrets: [] });
  const { language, limits } = context;
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
  if (!enough) throw new ModelError('InsufficientProductData');
  return content;
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
