// Composes the title and description of a page in web search: a title of the product, and its first sentences.
import { composeDescription } from './descriptions.rules.ts';
import type { Composition } from './port.ts';
import { composeTitles } from './titles.rules.ts';
import { limitOf } from '../checks/limits.rules.ts';

/** Up to `count` clean pairs with different titles. */
export function composeMetas(
  composition: Composition,
  count: number,
): { title: string; description: string }[] {
  const { limits, phrases, isClean } = composition;
  return composeTitles(composition, count).flatMap(({ text: title }) => {
    const description = composeDescription(
      { ...composition, limits: { ...limits, ofTexts: [] }, isClean: (text) => isClean(`${title}\n${text}`) },
      { room: limitOf(limits, 'description'), gap: phrases.gap, detailsFirst: false, fewest: 1 },
    );
    return description === undefined ? [] : [{ title, description }];
  });
}
