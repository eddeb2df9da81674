// What the offline composers write from, and the review that their texts have to pass.
import type { CheckContext } from '../applications/port.ts';
import type { Composition } from '../composing/port.ts';
import { contextOfPart, textsBeside } from './parts-review.rules.ts';
import { checkText } from './text-check.rules.ts';

/** What the application of a context composes from. */
export function compositionOf(
  context: CheckContext,
  given: Pick<Composition, 'input' | 'phrases' | 'seed'>,
): Composition {
  const { task, application, language, limits, beside } = context;
  const findings: Composition['findings'] = (text) => checkText(text, context);
  return {
    ...given,
    task,
    language,
    limits,
    beside,
    findings,
    isClean: (text) => findings(text).length === 0,
    ofPart: (part, items) => {
      const output = application.output(task);
      const texts = output === 'text' ? '' : textsBeside(part.name, items, output);
      return compositionOf(contextOfPart(part, context, texts), given);
    },
  };
}
