// The application `product-title`: prompt, output, limits, checks and offline composer of product titles.
import { z } from 'zod';
import { APPLICATIONS, type GenerationTask } from '#contracts';
import { lengthOf, segments, tellingWords, type Language } from '../../findings/languages.rules.ts';
import { when, type Violation } from '../../findings/violations.rules.ts';
import { shuffled } from '../composing.rules.ts';
import { itemsOutput, textOf } from '../output-schema.rules.ts';
import type { Application, CheckContext, Composition } from '../port.ts';

/** Times that a word may stand in a title. */
const MAX_REPEATS = 2;

/** Separators between two pieces of a source title; not between two figures. */
const SEPARATORS = /\s+[-–—|•·~]+\s+|\s*[;|【】[\]()（）]+\s*|,(?!\d)\s*|[:：、，]\s+|\s+\/\s+/u;
/** Words at which a title must not end. */
const DANGLING =
  /(?:^|\s)(?:[-–—&+/x×]|a|an|and|as|at|by|compatible|for|from|in|into|of|on|or|per|plus|set of|pack of|size|the|to|with|without|mit|und|für|von|aus|et|pour|avec|de|con|para|per|y|e|\d[\d.,/-]*)$/iu;
/** Labels of details that belong into a title. */
const TITLE_DETAILS =
  /^(?:material|colou?r|size|style|pattern|farbe|größe|couleur|taille|talla|colore|颜色|尺寸|材质|色|サイズ|素材)$/i;
/** Pseudo-random orders of pieces that are tried in search of different titles. */
const ORDERS = 16;

/** How titles are built in a language, by the first part of its tag. */
const USUAL_ORDER =
  'brand if there is one, what the product is, then what sets it apart: material, size, colour, quantity, parts apart by commas';
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
  compose: (composition) => composeTitles(composition, inputsOf(composition.task).variants),
};

function checkTitle(text: string, { brand, language }: CheckContext): Violation[] {
  const brandFirst = text.toLowerCase().startsWith(brand.toLowerCase());
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

/** The pieces that titles are built from. */
type Parts = ReturnType<typeof partsOf>;

/** Up to `count` different publishable titles as items, the plainest first. */
function composeTitles(composition: Composition, count: number): { text: string }[] {
  const { seed, isPublishable } = composition;
  const tried = new Set<string>(['']);
  const titles: { text: string }[] = [];
  for (const parts of variations(partsOf(composition), seed)) {
    const text = build(parts, composition);
    if (tried.has(text.toLowerCase())) continue;
    tried.add(text.toLowerCase());
    if (isPublishable(text)) titles.push({ text });
    if (titles.length >= count) break;
  }
  return titles;
}

function partsOf({ input, limits: { maxText }, language }: Composition) {
  const { brand } = input;
  const pieces = withoutBrand(input.title || input.keywords[0] || input.features[0] || '', brand)
    .split(SEPARATORS)
    .map((piece) => usableWords(piece, brand))
    .filter((piece) => /\p{L}/u.test(piece) && lengthOf(piece) < maxText * 4);
  // The core of “[Upgraded] Kids water bottle” is “Kids water bottle”, and of “iPhone 11, US version” it is “iPhone 11”.
  const isTelling = (piece: string): boolean =>
    tellingWords(piece, language).length > 1 || /\p{L}{3,} ?\p{N}/u.test(piece);
  const core = pieces.find(isTelling) ?? pieces[0] ?? '';
  const details = input.details.filter(({ label }) => TITLE_DETAILS.test(label)).map(({ value }) => value);
  const more = [...input.keywords, input.productType, ...pieces, ...details]
    .map((piece) => usableWords(piece, brand))
    .filter((piece) => piece !== '' && piece !== core);
  return {
    brand: lengthOf(brand) * 2 <= maxText ? brand : '',
    brandLast: false,
    /** What the product is. */
    core,
    /** Further pieces in the order of the source. */
    more: [...new Set(more)],
    /** The most particular category; says little, but tells titles apart. */
    category: usableWords(input.categories.at(-1) ?? '', brand),
  };
}

function withoutBrand(title: string, brand: string): string {
  if (!brand) return title;
  const name = brand.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const before = '(?:(?<=\\s)(?:by|from|von|par|di|de)\\s+)?';
  const pattern = new RegExp(`${before}(?<![\\p{L}\\p{N}])${name}(?:'s)?(?![\\p{L}\\p{N}-])`, 'giu');
  return title.replace(pattern, ' ');
}

/** The text without forbidden signs and without the words that contain `$ _ { } ^ ¬ ¦`. */
function usableWords(text: string, brand: string): string {
  return text
    .split(/\s+/)
    .filter((word) => word === brand || !/[$_{}^¬¦]/.test(word))
    .join(' ')
    .replace(/[!?]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The parts in the orders in which titles are tried. */
function* variations(parts: Parts, seed: string): Generator<Parts> {
  const { more, category } = parts;
  yield parts;
  yield { ...parts, more: shuffled(more, seed) };
  yield { ...parts, more: [] };
  for (let i = 1; i <= ORDERS; i += 1) {
    const order = shuffled(more, `${seed}/${i}`);
    yield { ...parts, more: order.slice(0, 1 + (i % 3)) };
    yield { ...parts, more: order };
  }
  yield { ...parts, more: [], brandLast: true };
  yield { ...parts, brandLast: true };
  yield { ...parts, more: [category] };
  yield { ...parts, more: [...more, category] };
  yield { ...parts, brand: '' };
  yield { ...parts, brand: '', more: [] };
}

/** The pieces as far as they fit; "" when not even the first does. */
function build({ brand, core, more, brandLast }: Parts, { limits, language }: Composition): string {
  const room = limits.maxText - (brandLast && brand ? lengthOf(brand) + 2 : 0);
  const start = brandLast ? '' : brand;
  let title = fitted(core, start && `${start} `, room, language) || start;
  for (const piece of more) {
    if (piece === '' || saysNothingNew(piece, title, language)) continue;
    const longer = fitted(piece, title && `${title}, `, room, language);
    // A cut piece is taken only into a title that would otherwise be short.
    const whole = longer.endsWith(piece);
    if (longer && (whole || lengthOf(title) * 2 < room)) title = longer;
  }
  return brandLast && brand && title ? `${title}, ${brand}` : title;
}

/** The start of a title with as many words of a piece as fit into `room` code points; "" when none does. */
function fitted(piece: string, start: string, room: number, language: Language): string {
  const repeats = new Map<string, number>();
  const count = (text: string): boolean =>
    tellingWords(text, language).every(({ text: word }) => {
      const times = (repeats.get(word.toLowerCase()) ?? 0) + 1;
      repeats.set(word.toLowerCase(), times);
      return times <= MAX_REPEATS;
    });
  count(start);
  let taken: string[] = [];
  const { words, gap } = wordsOf(piece, language);
  for (const word of words) {
    if (lengthOf(start + [...taken, word].join(gap)) > room) break;
    if (!count(word)) {
      // The word before belongs to the one that is too much: “omelet” to “pan”.
      taken = taken.slice(0, -1);
      break;
    }
    taken.push(word);
  }
  const text = taken.join(gap);
  const whole = taken.length === words.length;
  const kept = whole ? text.replace(/[\s,;:&+/–—-]+$/u, '') : withoutDanglingEnd(text);
  return kept ? start + kept : '';
}

function wordsOf(piece: string, language: Language): { words: string[]; gap: string } {
  const words = piece.split(' ');
  if (language.spaced || words.length > 2) return { words, gap: ' ' };
  const spans = segments(piece, language, 'word');
  return { words: spans.map(({ start }, index) => piece.slice(start, spans[index + 1]?.start)), gap: '' };
}

function withoutDanglingEnd(text: string): string {
  const shorter = text.replace(/[\s,;:&+/–—-]+$/u, '').replace(DANGLING, '');
  return shorter === text ? text : withoutDanglingEnd(shorter);
}

function saysNothingNew(piece: string, title: string, language: Language): boolean {
  const said = new Set(tellingWords(title, language).map(({ text }) => text.toLowerCase()));
  const words = tellingWords(piece, language);
  return (
    title.toLowerCase().includes(piece.toLowerCase()) ||
    (words.length > 0 && !/\p{N}/u.test(piece) && words.every(({ text }) => said.has(text.toLowerCase())))
  );
}
