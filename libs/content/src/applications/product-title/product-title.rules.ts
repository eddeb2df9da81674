// The application `product-title`: prompt, output, limits, checks and offline composer of product titles.
import { z } from 'zod';
import { APPLICATIONS, type GenerationTask } from '#contracts';
import { tellingWords, type Language } from '../../findings/languages.rules.ts';
import { when, type Violation } from '../../findings/violations.rules.ts';
import { composeTitles } from '../../composing/titles.rules.ts';
import { itemsOutput, textOf } from '../output-schema.rules.ts';
import type { Application, CheckContext } from '../port.ts';

/** Times that a word may stand in a title. */
const MAX_REPEATS = 2;

const inputsOf = ({ inputs }: GenerationTask) => APPLICATIONS['product-title'].inputs.parse(inputs);

const titles = itemsOutput(z.object({ text: z.string().describe('The title.') }), ({ text }) => textOf(text));

export const productTitle: Application<'RESULTS'> = {
  promptRules:
    'Task: product titles. Begin with the brand if there is one, then what the product is, then what sets it apart: material, size, colour, quantity. No word more than twice. None of the signs ! $ ? _ { } ^ ¬ ¦ unless the brand has them. No promotion, no capitals throughout. Titles of one answer differ in order or emphasis, not in facts.',
  inputRules: (task) => [`Number of titles: exactly ${inputsOf(task).variants}.`],
  output: (task) => titles(inputsOf(task).variants),
  maxOutputTokens: 4096,
  target: { fields: ['title'], patch: ([title]) => ({ title }) },
  mostItems: 5,
  check: checkTitle,
  compose: (composition) => composeTitles(composition, inputsOf(composition.task).variants),
};

function checkTitle(text: string, { brand, language, task }: CheckContext): Violation[] {
  // The publisher of a book is no brand in front of its title.
  const brandFirst = inputsOf(task).media === true || text.toLowerCase().startsWith(brand.toLowerCase());
  return [...checkRepeats(text, language), ...when(brand !== '' && !brandFirst, 'BRAND_NOT_FIRST', text)];
}

function checkRepeats(text: string, language: Language): Violation[] {
  const counts = new Map<string, number>();
  return tellingWords(text, language).flatMap(({ text: word, start, end }) => {
    const count = (counts.get(word.toLowerCase()) ?? 0) + 1;
    counts.set(word.toLowerCase(), count);
    return count === MAX_REPEATS + 1 ? [{ rule: 'REPEATED_WORD', start, end }] : [];
  });
}
