// The template composer: arranges the facts of a task into what its application asks for; invents nothing.
import { contextOf } from '../checks/review.rules.ts';
import { inputsOf, type Writing } from '../applications/output-schema.rules.ts';
import { composeBullets } from '../applications/bullet-points/bullet-composer.rules.ts';
import { composeDescription } from '../applications/product-description/description-composer.rules.ts';
import { phraseTemplatesOf } from '../applications/phrase-templates.rules.ts';
import { isUsable, composerInputOf } from '../applications/composer-input.rules.ts';
import { ModelError, type ComposerOrder } from './port.ts';
import { composeTitles } from '../applications/product-title/title-composer.rules.ts';

/**
 * A writing that passes our own hard checks; the same order, the same writing. Errors: ModelError
 * UnsupportedLanguage, InsufficientProductData.
 */
export function compose({ task, seed }: ComposerOrder): Writing {
  const context = contextOf(task, []);
  const frame = phraseTemplatesOf(context.language.code);
  if (!frame) throw new ModelError('UnsupportedLanguage', 0);
  const material = composerInputOf(task, context.language);
  if (!isUsable(material)) throw new ModelError('InsufficientProductData', 0);
  const enough = <T>(items: T[]): T[] => {
    if (items.length < context.limits.minItems) throw new ModelError('InsufficientProductData', 0);
    return items;
  };
  switch (task.applicationId) {
    case 'product-title': {
      const { variants } = inputsOf('product-title', task);
      return enough(composeTitles(material, variants, seed, context)).map((text) => ({ text }));
    }
    case 'bullet-points': {
      const { count } = inputsOf('bullet-points', task);
      return enough(composeBullets(material, count, frame, context));
    }
    case 'product-description': {
      const text = composeDescription(material, frame, context);
      if (text === undefined) throw new ModelError('InsufficientProductData', 0);
      return text;
    }
  }
}
