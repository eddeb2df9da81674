// The offline composer: arranges the source data of a task into content; invents nothing and translates nothing.
import { z } from 'zod';
import { generationTask } from '#contracts';
import {
  type Application,
  checkText,
  composerInputOf,
  type Content,
  contextOf,
  isHard,
  isUsable,
  PHRASE_TEMPLATES,
} from '#content';
import { ModelError, type ModelTraits } from './port.ts';

/** What the composer is asked for. It composes the same content for the same task and seed. */
export const composerTask = z.object({ task: generationTask, seed: z.string() });

export const COMPOSER_TRAITS: ModelTraits = { translates: false, repairs: false };

/**
 * Content that passes the hard checks of its application. Errors: ModelError UnsupportedLanguage,
 * InsufficientProductData.
 */
export function compose({ task, seed }: z.infer<typeof composerTask>, application: Application): Content {
  const context = contextOf({ task, application, secrets: [], ...COMPOSER_TRAITS });
  const { language, limits } = context;
  const templates = PHRASE_TEMPLATES.get(language.code);
  if (!templates) throw new ModelError('UnsupportedLanguage');
  const input = composerInputOf(task, language);
  const isPublishable = (text: string): boolean => !checkText(text, context).some(isHard);
  const content = isUsable(input)
    ? application.compose({ task, input, templates, language, limits, seed, isPublishable })
    : undefined;
  const enough = typeof content === 'string' || (content !== undefined && content.length >= limits.minItems);
  if (!enough) throw new ModelError('InsufficientProductData');
  return content;
}
