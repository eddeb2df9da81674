// The application `listing`: all texts of a product's page in one answer. Each item is a text of the application of its part.
import { z } from 'zod';
import { APPLICATIONS, LISTING_PARTS, listingPart, type GenerationTask } from '#contracts';
import { publishedText } from '../../composing/bullets.rules.ts';
import { itemsOutput, textOf } from '../output-schema.rules.ts';
import type { Application } from '../port.ts';

const inputsOf = ({ inputs }: GenerationTask) => APPLICATIONS.listing.inputs.parse(inputs);

/** Parts that have one item each. */
const SINGLE_PARTS = Object.keys(LISTING_PARTS).length - 1;

const items = itemsOutput(
  z.object({
    part: listingPart.describe('What the item is.'),
    header: z
      .string()
      .nullish()
      .describe('Of a bullet: two to five words that name the feature; null without, and in other parts.'),
    text: z.string().describe('The text of the part; of a bullet, without its header.'),
  }),
  ({ header, text }) => publishedText({ header: textOf(header), text: textOf(text) }),
);

export const listing: Application<'RESULTS'> = {
  promptRules: 'Task: the whole listing of a product.',
  inputRules: () => [],
  output: (task) => items(SINGLE_PARTS + inputsOf(task).count),
  maxOutputTokens: 12_288,
  parts: LISTING_PARTS,
  isTakenTogether: true,
  mostItems: SINGLE_PARTS + 5,
  check: () => [],
  compose: () => undefined,
};
