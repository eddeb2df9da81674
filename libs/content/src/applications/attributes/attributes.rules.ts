// The application `attributes`: prompt, output, checks, target and offline composer of values from a product's own texts.
import { z } from 'zod';
import type { Product, ProductPatch } from '#contracts';
import { evidenceOf } from '../../checks/evidence.rules.ts';
import { checkGrounding, groundedText } from '../../checks/grounding.rules.ts';
import { factsIn } from '../../checks/shape.rules.ts';
import { composeAttributes } from '../../composing/attributes/attributes.rules.ts';
import { when, type Violation } from '../../findings/violations.rules.ts';
import { quotedFact } from '../../source-data/facts.rules.ts';
import { sourceDataOf } from '../../source-data/source-data.rules.ts';
import { itemsOutput, textOf } from '../output-schema.rules.ts';
import type { Application, CheckContext, Item } from '../port.ts';

const SHOWN = ['name', 'value'] as const;
/** The texts from which attributes are taken. */
const OWN_TEXTS: ReadonlySet<string> = new Set(['product.title', 'product.description', 'product.features']);

const attributesOutput = itemsOutput(
  z.object({
    name: z.string().describe('What the value is of, such as Material: one to three words, without a colon.'),
    value: z.string().describe('The value, as short as in a table.'),
    field: z.string().describe('Block and key of the text, such as product.features.'),
    quote: z.string().describe('The words of that text which say the value, copied exactly.'),
  }),
  published,
);

export const attributes: Application<'RESULTS'> = {
  promptRules:
    'Task: attributes of the product, as a table of its page lists them: what it is made of, colour, measures with what they measure, weight, capacity, number of pieces, power, care, origin, what it fits, and what else its kind of product is compared by. Take them from the texts of product_data alone (title, description, features), each with `field`, the block and key of the text, and `quote`, the few words of it that say the value, copied exactly and in their own language. One item for one attribute; none that specification has already; none that no text says. Where the data tell of a part, the name says so: “Seat height”. Where inputs_data has `names`, look for these alone, and write them so.',
  inputRules: () => ['Number of attributes: as many as the texts tell, at most 20.'],
  output: () => attributesOutput(undefined),
  maxOutputTokens: 6144,
  target: { fields: ['specification'], patch: specificationWith },
  isTakenTogether: true,
  mostItems: 20,
  shownFields: SHOWN,
  learnsNothing: true,
  source: ({ field, quote }) => ({ field: textOf(field), quote: textOf(quote) }),
  check: () => [],
  checkItem: checkAttribute,
  compose: (composition) => composeAttributes(composition).map((item) => ({ ...item })),
};

/** An attribute as readers see it: a line of a specification. */
function published(item: Item): string {
  return SHOWN.map((name) => textOf(item[name])).join(': ');
}

/** The quote stands in the field, and says the value: its figures and properties, and in the same language its words. */
function checkAttribute(item: Item, context: CheckContext): Violation[] {
  const { task, language, evidence } = context;
  const fact = quotedFact({ field: textOf(item['field']), quote: textOf(item['quote']) }, sourceDataOf(task));
  if (!fact || !OWN_TEXTS.has(fact.field)) return when(true, 'UNQUOTED', published(item));
  const said = evidenceOf([fact.quote]);
  const value = textOf(item['value']);
  const read = groundedText(value, language);
  const isBeyond = checkGrounding(read, said).length > 0;
  const isInWords = evidence.language === language.code && !/\p{N}/u.test(value);
  const isOther = isInWords && factsIn(value, read, said, language) === 0;
  return when(isBeyond || isOther, 'UNQUOTED', published(item));
}

/** The specification with what it lacks at its end. What stands there, whoever wrote it, is kept. */
function specificationWith(
  texts: readonly string[],
  { specification }: Pick<Product, 'specification'>,
): ProductPatch {
  const lines = specification.split('\n').filter((line) => line.trim() !== '');
  const known = new Set(lines.map(labelOf));
  const given = texts.map((text) => text.replace(/\s*\n\s*/g, ' '));
  const missing = given.filter(
    (line, place) =>
      !known.has(labelOf(line)) && given.findIndex((other) => labelOf(other) === labelOf(line)) === place,
  );
  return missing.length > 0 ? { specification: [...lines, ...missing].join('\n') } : {};
}

function labelOf(line: string): string {
  return line.split(/[:：]/u)[0]?.trim().toLowerCase() ?? '';
}
