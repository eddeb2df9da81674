// The application `seo-meta`: prompt, output and offline composer of the title and description of a page in web search.
import { z } from 'zod';
import { APPLICATIONS, type GenerationTask } from '#contracts';
import { limitOf } from '../../checks/limits.rules.ts';
import { composeDescription } from '../../composing/descriptions.rules.ts';
import type { Composition } from '../../composing/port.ts';
import { composeTitles } from '../../composing/titles.rules.ts';
import { itemsOutput, textOf } from '../output-schema.rules.ts';
import type { Application } from '../port.ts';

const inputsOf = ({ inputs }: GenerationTask) => APPLICATIONS['seo-meta'].inputs.parse(inputs);

const metas = itemsOutput(
  z.object({
    title: z.string().describe('The title, in one line.'),
    description: z.string().describe('The description, in one line.'),
  }),
  ({ title, description }) =>
    [title, description].map((text) => textOf(text).replace(/\s+/g, ' ')).join('\n'),
);

export const seoMeta: Application<'RESULTS'> = {
  promptRules:
    'Task: what web search shows of the page of a product. The title names it in the words that people search for, the brand last; it is a phrase without praise and without a full stop. The description is one or two whole sentences that answer what it is, for whom, and what sets it apart; it does not repeat the title. Both make sense alone. Keywords (those of inputs_data, else of product_data): the most telling one at the beginning of the title and once in the description, others only where a sentence needs them.',
  inputRules: (task) => [
    `Number of items, each with title and description: exactly ${inputsOf(task).variants}.`,
  ],
  output: (task) => metas(inputsOf(task).variants),
  maxOutputTokens: 4096,
  target: { fields: ['metaTitle', 'metaDescription'], patch: metaPatch },
  mostItems: 5,
  learnsNothing: true,
  check: () => [],
  compose: (composition) => composeMetas(composition, inputsOf(composition.task).variants),
};

/** The lines of the published text. */
function metaPatch([text = '']: readonly string[]) {
  const [metaTitle = '', metaDescription = ''] = text.split('\n');
  return { metaTitle, metaDescription };
}

/** Up to `count` clean pairs with different titles. */
function composeMetas(composition: Composition, count: number): { title: string; description: string }[] {
  const { limits, phrases, language, isClean } = composition;
  // Full-width characters take twice the place.
  const room = Math.floor(limitOf(limits, 'description') / (language.spaced ? 1 : 2));
  return composeTitles(composition, count).flatMap(({ text: title }) => {
    const description = composeDescription(
      { ...composition, limits: { ...limits, ofTexts: [] }, isClean: (text) => isClean(`${title}\n${text}`) },
      { room, gap: phrases.gap, detailsFirst: false, fewest: 1 },
    );
    return description === undefined ? [] : [{ title, description }];
  });
}
