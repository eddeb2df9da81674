// The application `product-description`: prompt, lengths, allowed markup and offline composer of product descriptions.
import { APPLICATIONS, type GenerationTask } from '#contracts';
import { languageOf } from '../../findings/languages.rules.ts';
import { composeDescription } from '../../composing/descriptions.rules.ts';
import type { Composition } from '../../composing/port.ts';
import type { Application } from '../port.ts';

/**
 * What a model is told about each length, in languages with and without spaces between words, and the longest that the
 * composer writes, paragraph breaks included.
 */
const LENGTHS = {
  short: { words: 'About 50 to 80 words.', characters: 'About 100 to 160 characters.', codePoints: 400 },
  medium: { words: 'About 120 to 180 words.', characters: 'About 240 to 360 characters.', codePoints: 950 },
  long: { words: 'About 220 to 280 words.', characters: 'About 440 to 560 characters.', codePoints: 1900 },
} as const;
/** Writing styles that put details before prose. */
const DETAILS_FIRST = new Set(['technical', 'feature-led']);

const inputsOf = ({ inputs }: GenerationTask) => APPLICATIONS['product-description'].inputs.parse(inputs);

export const productDescription: Application<'TEXT'> = {
  promptRules:
    'Task: the description of a product page, for buyers who read on after title and bullet points. Plain sentences in short paragraphs: first what the product is, for whom and what for; then what it is made of and how it is used; then sizes, care and what belongs to it, as far as the facts tell. No heading, no list, no greeting, no call to buy. Keywords (those of inputs_data, else of product_data): where a sentence needs them, the most telling one in the first sentence, none more than twice.',
  inputRules: (task) => {
    const { length, allowBr } = inputsOf(task);
    return [
      LENGTHS[length][languageOf(task.environment.language).spaced ? 'words' : 'characters'],
      allowBr
        ? 'Separate paragraphs with <br><br>; no other tag.'
        : 'Separate paragraphs with an empty line.',
    ];
  },
  output: () => 'text',
  maxOutputTokens: 8192,
  target: { fields: ['description'], patch: ([description]) => ({ description }) },
  allowedMarkup: (task) => (inputsOf(task).allowBr ? /^<br ?\/?>$/i : undefined),
  check: () => [],
  compose,
};

/** A description of the length and in the order that the inputs and the writing style ask for. */
function compose(composition: Composition): string | undefined {
  const { task } = composition;
  const { length, allowBr } = inputsOf(task);
  const style = task.environment.writing_style?.trim().toLowerCase() ?? '';
  return composeDescription(composition, {
    room: LENGTHS[style === 'minimalist' ? 'short' : length].codePoints,
    gap: allowBr ? '<br><br>' : '\n\n',
    detailsFirst: DETAILS_FIRST.has(style),
  });
}
