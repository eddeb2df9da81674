// The application `product-title`: prompt, output, checks and offline composer of product titles.
import { z } from 'zod';
import { APPLICATIONS, type GenerationTask } from '#contracts';
import { COMPOUNDING, MEASURE } from '../../checks/shape.rules.ts';
import { stemsOf } from '../../checks/similarity.rules.ts';
import { segments, tellingWords, type Language } from '../../findings/languages.rules.ts';
import { when, type Violation } from '../../findings/violations.rules.ts';
import { composeTitles } from '../../composing/titles.rules.ts';
import { itemsOutput, textOf } from '../output-schema.rules.ts';
import type { Application, CheckContext } from '../port.ts';

/** Words beside a measure that say of how many it is. */
const COUNTING =
  /(?<!\p{L})(?:each|pairs?|packs?|sets?|of|pieces?|pcs|stück|teile|jeweils|je|pièces?|lot|chacune?|piezas?|juego|cada una?|pezzi|ciascun[oa]?)(?!\p{L})/giu;
/** The end of a sentence. A full stop behind few letters is that of an abbreviation, such as “Bros.” */
const SENTENCE_END = /。|(?<=\p{L}{5})[.．]\s*$|(?:です|ます|でした|ました|ください)(?=[\s．]|$)/u;
/** Times that a word may stand in a title. */
const MAX_REPEATS = 2;

/** How titles are built in a language that is not in ORDER. */
const USUAL_ORDER =
  'brand if there is one, what the product is, then what sets it apart: material, size, colour, quantity, parts apart by commas';
/** How titles are built in a language, by the first part of its tag. */
const ORDER: Readonly<Record<string, string>> = {
  de: 'brand if there is one, the kind of product as one noun or compound, then material, size, colour, quantity, parts apart by commas',
  zh: 'brand if there is one, series or model, what sets it apart, the kind of product, then specification, colour, quantity, without commas inside the name',
  ja: 'brand if there is one, the name of the product, series or model, then material, size, colour, quantity, parts apart by single spaces',
};

const inputsOf = ({ inputs }: GenerationTask) => APPLICATIONS['product-title'].inputs.parse(inputs);

const titles = itemsOutput(z.object({ text: z.string().describe('The title.') }), ({ text }) => textOf(text));

export const productTitle: Application<'RESULTS'> = {
  promptRules:
    'Task: product titles. A title is what buyers see in search results, often its beginning alone: it names the product so that they know what they would get. Write a phrase, not a sentence: no praise, no full stop, no capitals throughout. Say what tells the variants of the product apart (size, colour, quantity, model), with figures as digits. No word more than twice. Keywords (those of inputs_data, else of product_data): only those that name this product, the most telling one close to the brand, each once; never a list of them. Titles of one answer differ in order or emphasis, not in facts.',
  localRules: (language) => [`Order of a title: ${ORDER[language] ?? USUAL_ORDER}.`],
  inputRules: (task) => [`Number of titles: exactly ${inputsOf(task).variants}.`],
  output: (task) => titles(inputsOf(task).variants),
  maxOutputTokens: 4096,
  target: { fields: ['title'], patch: ([title]) => ({ title }) },
  mostItems: 5,
  check: checkTitle,
  checkItem: ({ text }, context) => when(!namesProduct(textOf(text), context), 'TOO_FEW_FACTS', textOf(text)),
  compose: (composition) => composeTitles(composition, inputsOf(composition.task).variants),
};

function checkTitle(text: string, { brand, language, task }: CheckContext): Violation[] {
  // The publisher of a book is no brand in front of its title, which may be a sentence.
  const isMedia = inputsOf(task).media === true;
  const brandFirst = isMedia || text.toLowerCase().startsWith(brand.toLowerCase());
  return [
    ...checkRepeats(text, language),
    ...when(!isMedia && SENTENCE_END.test(text), 'SENTENCE_AS_TITLE', text),
    ...when(brand !== '' && !brandFirst, 'BRAND_NOT_FIRST', text),
  ];
}

/**
 * False for a title of one word where the product has a longer one, and for one that names departments alone, such as
 * “Home & Kitchen”; also for one in the language of the facts that has none of their words beside the brand, departments and
 * measures, such as “18 L”. Of a language that makes one word of two the facts are searched for the beginning of each word.
 */
function namesProduct(text: string, { task, brand, evidence, language }: CheckContext): boolean {
  const { stems, lowerCase } = evidence;
  if (isBare(text, task, language)) return false;
  const departments = departmentStems(task, language);
  const words = stemsOf(text.replace(MEASURE, ' ').replace(COUNTING, ' '), language);
  if (words.length > 0 && words.every((stem) => departments.has(stem))) return false;
  const ofBrand = new Set(stemsOf(brand, language));
  const telling = words.filter(
    (stem) => /\p{L}{3}/u.test(stem) && !ofBrand.has(stem) && !departments.has(stem),
  );
  const isTold = (stem: string): boolean =>
    COMPOUNDING.has(language.code) ? lowerCase.includes(stem) : stems.has(stem);
  const isComparable = language.spaced && evidence.language === language.code;
  return !isComparable || !/[\p{L}\p{N}]/u.test(text) || telling.some(isTold);
}

/** True for one word where the product, which is no book and the like, has a longer title. */
function isBare(text: string, task: GenerationTask, language: Language): boolean {
  const isOneWord = (title: string): boolean => segments(title, language, 'word').length === 1;
  const { title = '' } = task.product ?? {};
  return inputsOf(task).media !== true && isOneWord(text) && title !== '' && !isOneWord(title);
}

/** Words of the departments above the kind of a product that are not in its kind or title as well. */
function departmentStems({ product }: GenerationTask, language: Language): Set<string> {
  const { title = '', tags: categories = [] } = product ?? {};
  const ofKind = new Set(stemsOf([categories.at(-1), title].join(' '), language));
  const stems = stemsOf(categories.slice(0, -1).join(' '), language);
  return new Set(stems.filter((stem) => !ofKind.has(stem)));
}

function checkRepeats(text: string, language: Language): Violation[] {
  const counts = new Map<string, number>();
  return tellingWords(text, language).flatMap(({ text: word, start, end }) => {
    const count = (counts.get(word.toLowerCase()) ?? 0) + 1;
    counts.set(word.toLowerCase(), count);
    return count === MAX_REPEATS + 1 ? [{ rule: 'REPEATED_WORD', start, end }] : [];
  });
}
