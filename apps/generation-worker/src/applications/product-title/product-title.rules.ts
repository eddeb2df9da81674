// The application `product-title`: prompt, output, limits and checks of product titles.
import { z } from 'zod';
import { APPLICATIONS, type GenerationTask } from '#contracts';
import { blocked } from '../../checks/blocklists.rules.ts';
import { tellingWords, type Language } from '../../checks/languages.rules.ts';
import { matches, when, type Violation } from '../../checks/violations.rules.ts';
import { itemsOutput } from '../output-schema.rules.ts';
import type { Application, CheckContext } from '../port.ts';
import { composeTitles, MAX_REPEATS } from './title-composer.rules.ts';

/** Signs that a title must not contain, unless the brand does. */
const FORBIDDEN = /[!$?_{}^¬¦]/gu;
const ANNOUNCEMENT =
  'Seller Central announcement of 2026-06-10, as quoted by four independent title checkers';

const inputsOf = ({ inputs }: GenerationTask) => APPLICATIONS['product-title'].inputs.parse(inputs);

const titles = itemsOutput(z.object({ text: z.string().describe('The title.') }), ({ text = '' }) => text);

/** Product titles. */
export const productTitle: Application<'RESULTS'> = {
  promptRules:
    'Task: product titles. Begin with the brand if there is one, then what the product is, then what sets it apart: material, size, colour, quantity. No word more than twice. None of the signs ! $ ? _ { } ^ ¬ ¦ unless the brand has them. No promotion, no capitals throughout. Titles of one answer differ in order or emphasis, not in facts.',
  inputRules: (task) => [`Number of titles: exactly ${inputsOf(task).variants}.`],
  output: (task) => titles(inputsOf(task).variants),
  maxOutputTokens: 4096,
  limits: {
    maxText: [
      { limit: 200, media: true, from: '2026-07-27', source: ANNOUNCEMENT },
      { limit: 200, marketplaces: ['SA', 'EG', 'TR', 'AE'], from: '2026-07-27', source: ANNOUNCEMENT },
      { limit: 75, from: '2026-07-27', source: ANNOUNCEMENT },
    ],
  },
  check: checkTitle,
  compose: (composition) => composeTitles(composition, inputsOf(composition.task).variants),
};

/** Signs and phrases of the brand's own name are allowed. */
function checkTitle(text: string, { brand, language }: CheckContext): Violation[] {
  const rest = brand ? text.replaceAll(brand, (name) => ' '.repeat(name.length)) : text;
  const brandFirst = text.toLowerCase().startsWith(brand.toLowerCase());
  return [
    ...matches('FORBIDDEN_CHARACTER', FORBIDDEN, rest),
    ...blocked(rest, 'PROMOTION'),
    ...checkRepeats(text, language),
    ...when(isMostlyCapitals(rest), 'ALL_CAPITALS', text),
    ...when(brand !== '' && !brandFirst, 'BRAND_NOT_FIRST', text),
  ];
}

function checkRepeats(text: string, language: Language): Violation[] {
  const counts = new Map<string, number>();
  return tellingWords(text, language).flatMap(({ text: word, start, end }) => {
    const count = (counts.get(word.toLowerCase()) ?? 0) + 1;
    counts.set(word.toLowerCase(), count);
    return count === MAX_REPEATS + 1 ? [{ rule: 'REPEATED_WORD', start, end }] : [];
  });
}

/** True when most words of four letters or more are in capitals. */
function isMostlyCapitals(text: string): boolean {
  const words = (text.match(/\p{L}{4,}/gu) ?? []).filter((word) => word.toLowerCase() !== word.toUpperCase());
  const capitals = words.filter((word) => word === word.toUpperCase());
  return words.length >= 2 && capitals.length * 2 > words.length;
}
