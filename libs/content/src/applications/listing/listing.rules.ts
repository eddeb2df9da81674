// The application `listing`: all texts of a product's page in one answer. Each item is a text of the application of its part.
import { z } from 'zod';
import { APPLICATIONS, LISTING_PARTS, listingPart, type GenerationTask, type ListingPart } from '#contracts';
import { keywordsIn } from '../../checks/keywords.rules.ts';
import { publishedText } from '../../composing/bullets.rules.ts';
import type { Composition } from '../../composing/port.ts';
import { bulletPoints } from '../bullet-points/bullet-points.rules.ts';
import { itemHighlights } from '../item-highlights/item-highlights.rules.ts';
import { itemsOutput, textOf } from '../output-schema.rules.ts';
import { partsOf } from '../parts.rules.ts';
import type { Application, Item, PartRow } from '../port.ts';
import { productDescription } from '../product-description/product-description.rules.ts';
import { productTitle } from '../product-title/product-title.rules.ts';
import { searchTerms } from '../search-terms/search-terms.rules.ts';

const inputsOf = ({ inputs }: GenerationTask) => APPLICATIONS.listing.inputs.parse(inputs);

/** The parts in the order of the page, which is nothing without title, bullet points and description. */
const PARTS: Readonly<Record<ListingPart, PartRow>> = {
  title: { id: LISTING_PARTS.title, application: productTitle, isNeeded: true },
  highlights: { id: LISTING_PARTS.highlights, application: itemHighlights },
  bullets: { id: LISTING_PARTS.bullets, application: bulletPoints, isNeeded: true },
  description: { id: LISTING_PARTS.description, application: productDescription, isNeeded: true },
  searchTerms: { id: LISTING_PARTS.searchTerms, application: searchTerms },
};

/** How many parts have one item each: all but the bullet points. */
const SINGLE_PARTS = Object.keys(PARTS).length - 1;

const items = itemsOutput(
  z.object({
    part: listingPart.describe('What the item is.'),
    header: z
      .string()
      .nullish()
      .describe(
        'Of a bullet point: two to five words that name the feature; null without, and in other parts.',
      )
      .transform((header) => header?.replace(/\s*[:：]\s*$/, '')),
    text: z.string().describe('The text of the part; of a bullet point, without its header.'),
  }),
  ({ header, text }, language) => publishedText({ header: textOf(header), text: textOf(text) }, language),
);

const WHOLE =
  'Task: the whole listing of a product. The items come in the order of the page, each with the name of its part: one `title`, one `highlights`, one item for each of the `bullets`, one `description`, one `searchTerms`. Buyers read them together, so no part says again in the same words what another has said. Keywords (those of inputs_data, else of product_data) are spread over the parts and not repeated: each stands in the one part where it fits best, the most telling one in the title and once more in the description, and those that no buyer should read in the search terms. “Title and bullet points” are those of this listing. Each part follows its own rules:';

export const listing: Application<'RESULTS'> = {
  promptRules: [
    WHOLE,
    ...Object.entries(PARTS).map(
      ([name, { application }]) => `Part \`${name}\`: ${application.promptRules.replace(/^Task: /, '')}`,
    ),
  ].join('\n'),
  inputRules: () => [],
  output: (task) => items(SINGLE_PARTS + inputsOf(task).count, task.environment.language),
  maxOutputTokens: 12_288,
  parts: PARTS,
  isTakenTogether: true,
  mostItems: SINGLE_PARTS + 5,
  shownFields: ['header', 'text'],
  check: () => [],
  compose,
};

/** Part by part, each with the keywords that it should have; undefined when a part that the page needs cannot be written. */
function compose(composition: Composition): Item[] | undefined {
  const written: Item[] = [];
  for (const part of partsOf(composition.task, listing)) {
    const alone = withKeywords(part.name, composition.ofPart(part.name, written), written);
    const content = part.application.compose(alone) ?? [];
    const texts: Item[] = typeof content === 'string' ? [{ text: content }] : content;
    if (texts.length >= alone.limits.minItems)
      written.push(...texts.map((text) => ({ part: part.name, ...text })));
    else if (part.isNeeded) return undefined;
  }
  return written;
}

/** Title and description have the most telling keyword; the other parts have those that nothing says yet. */
function withKeywords(part: string, composition: Composition, written: readonly Item[]): Composition {
  const { input, language } = composition;
  const isSaid = keywordsIn(written.map(({ text }) => textOf(text)).join('\n'), language);
  const keywords =
    part === 'title' || part === 'description'
      ? input.keywords.slice(0, 1)
      : input.keywords.filter((keyword) => !isSaid(keyword));
  return { ...composition, input: { ...input, keywords } };
}
