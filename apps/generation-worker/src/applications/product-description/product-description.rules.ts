// The application `product-description`: prompt, limits and checks of product descriptions.
import { APPLICATIONS, type GenerationTask } from '#contracts';
import { blocked } from '../../checks/blocklists.rules.ts';
import type { Application } from '../port.ts';
import { composeDescription } from './description-composer.rules.ts';

/** What a model is told about each length. */
const LENGTHS = {
  short: 'About 50 to 80 words.',
  medium: 'About 120 to 180 words.',
  long: 'About 220 to 280 words.',
} as const;

const inputsOf = ({ inputs }: GenerationTask) => APPLICATIONS['product-description'].inputs.parse(inputs);

/** Descriptions of a product page. */
export const productDescription: Application<'TEXT'> = {
  promptRules:
    'Task: the description of a product page, in plain sentences and short paragraphs. Say what the product is, what it is made of, how it is used and what belongs to it, as far as the facts tell.',
  inputRules: (task) => {
    const { length, allowBr } = inputsOf(task);
    return [
      LENGTHS[length],
      allowBr
        ? 'Separate paragraphs with <br><br>; no other tag.'
        : 'Separate paragraphs with an empty line.',
    ];
  },
  output: () => 'text',
  maxOutputTokens: 8192,
  limits: { maxText: [{ limit: 2000, from: 'always', source: 'Seller Central help 200390640' }] },
  allowedMarkup: (task) => (inputsOf(task).allowBr ? /^<br ?\/?>$/i : undefined),
  check: (text) => blocked(text, 'PRICE', 'AVAILABILITY', 'REVIEW_QUOTE', 'TIME_BOUND'),
  compose: (composition) => composeDescription(composition, inputsOf(composition.task)),
};
