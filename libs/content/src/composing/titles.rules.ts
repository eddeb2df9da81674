// Composes product titles: the brand, what the product is, what sets it apart, then size and colour.
import { checkLimits } from '../checks/limits.rules.ts';
import { comparedWordsOf, stemsOf } from '../checks/similarity.rules.ts';
import { segments, type Language } from '../findings/languages.rules.ts';
import { capitalised } from './cleaning.rules.ts';
import { compact, labelOf, untold, type Detail } from './details.rules.ts';
import { coresOf, titlePieces, usableWords } from './names.rules.ts';
import { termsIn } from '../vocabulary/lexicon.rules.ts';
import { tokensOf } from '../words/tokens.rules.ts';
import type { Composition } from './port.ts';
import { shuffled } from './shuffled.rules.ts';
import { isUnproven } from './unproven.rules.ts';
import type { DetailKey } from './phrases/phrases.rules.ts';

/** Words at which a title must not end. */
const DANGLING =
  /(?:^|\s)(?:[-–—&+/x×=]|a|an|and|as|at|bis|by|compatible|compatibles|kompatibel|passend|geeignet|compatibil[ei]|for|from|in|into|of|on|or|per|plus|set of|pack of|size|the|to|with|without|mit|und|für|von|aus|inkl|inklusive|et|pour|avec|de|en|à|dont|con|para|apta|apto|y|e|di|da|größe|höhe|durchmesser|taille|pointure|épaisseur|hauteur|largeur|longueur|diamètre|talla|diámetro|taglia|spessore|altezza|larghezza|lunghezza|diametro|pieza|lata|bote|tarro|frasco|pot|boîte|sachet|flacon|tube|lattina|vasetto|barattolo|flacone|pezzo|(?<!(?:^|\s)(?:of|de|di|da)\s)\d[\d.,/-]*)$/iu;
/** Words with which a piece is no piece of its own. */
const JOINING = /^(?:x|and|or|und|oder|et|ou|y|o|e|&|plus) /iu;
/** Words that belong to the one before them. */
const BELONGING =
  /^(?:resistant|proof|free|friendly|safe|repellent|ready|settings?|temperatures?|levels?|modes?|speeds?|colou?rs?)$/iu;
/** Details that end a title, and others that may stand before them. */
const LAST: readonly DetailKey[] = ['color', 'size'];
const FURTHER: readonly DetailKey[] = ['material', 'capacity', 'pieces', 'scent', 'flavor'];
/** Longest value of a detail in a title. */
const MAX_VALUE = 30;
/** Longest piece that is sure to find its place, in code units. */
const LONGEST_PIECE = 40;
/** A word in capitals. */
const LOUD = /^\p{Lu}{4,}$/u;
/** How many of the categories, the nearest ones, may name the product. */
const NEAR = 2;
/** Units and counts that follow a figure as a word of their own. */
const COUNTED =
  /^(?:[mck]?m|k?g|[mc]?l|k?wh?|v|m?ah|[gt]b|in|inch(?:es)?|ft|oz|lbs?|packs?|pcs?|pieces?|pièces?|piezas?|pezzi|stück|teile)$/iu;
/** What stands before what a thing is for, in languages where names alone, or nouns, have capitals; and most words with it. */
const FOR = /^(?:für|pour|para|per)$/u;
const LONGEST_LINK = 5;
/** What a name may end with behind what its category is called: the reel of a hose, on a cart. */
const HOLDING = /^(?:cart|stand|holder|rack|hanger|organi[sz]er|case|cover|bag|box|kit|set)(?:e?s)?$/iu;
/** Fewest words of a name that is cut. */
const FEWEST_WORDS = 2;
/** Least share of the words that fit that is left of a name that is cut before “with”. */
const LEAST_SHARE = 0.4;
/** Pseudo-random orders of pieces that are tried in search of different titles. */
const ORDERS = 8;

/** The pieces that titles are built from, in the order of the title. */
interface Parts {
  /** Brand and core. */
  start: string;
  /** Further pieces in the order of the source. */
  more: string[];
  last: string[];
}

/** Up to `count` different clean titles, the fullest first. */
export function composeTitles(composition: Composition, count: number): { text: string }[] {
  const { seed, isClean } = composition;
  const found = new Map<string, string>();
  const whole = titleOfWork(composition);
  if (whole !== undefined && isClean(whole)) found.set(whole.toLowerCase(), whole);
  const parts = partsOf(composition);
  if (parts === undefined) return [...found.values()].map((text) => ({ text }));
  for (const variation of variations(parts, seed)) {
    if (found.size >= count) break;
    const text = build(variation, composition);
    const words = text.toLowerCase();
    if (!found.has(words) && isClean(text)) found.set(words, text);
  }
  return [...found.values()].map((text) => ({ text }));
}

/** The title of a book, a film or music as it stands: its publisher is no brand in front of it. */
function titleOfWork({ input: { title }, task }: Composition): string | undefined {
  return task.inputs['media'] === true && title !== '' ? title : undefined;
}

function partsOf(composition: Composition): Parts | undefined {
  const { input, isClean, language, phrases } = composition;
  const { brand, details, keywords, productType } = input;
  const start = coresOf(composition)
    .flatMap((core) => started(brand, core, composition))
    .find(isClean);
  if (start === undefined) return undefined;
  const pieces = titlePieces(composition);
  const valuesOf = (keys: readonly DetailKey[]): string[] =>
    keys.flatMap((key) =>
      details
        .filter((detail) => detail.key === key)
        .slice(0, 1)
        .flatMap((detail) => inTitle(detail, composition)),
    );
  const shown = [start, ...pieces.filter((piece) => piece.length <= LONGEST_PIECE)];
  // A piece that says more than the detail stands in its place: “matte black” for “black”.
  const fuller = (value: string): string =>
    pieces.find((piece) => piece.length <= MAX_VALUE && piece !== value && isPart(value, piece)) ?? value;
  const last = valuesOf(LAST)
    .map(fuller)
    .filter((value) => !isColourOf(value, shown, language));
  const unsaid = new Set(untold(details, shown.join('\n'), language).map(({ value }) => value));
  const further = valuesOf(FURTHER).filter(
    (value) =>
      (unsaid.has(value) || !/\d/.test(value)) && !shown.some((piece) => shares(piece, value, language)),
  );
  const more = [...keywords, productType, ...pieces, ...further]
    .filter((piece) => keywords.includes(piece) || !phrases.sellerTalk.test(piece))
    .map((piece) => cased(usableWords(piece), language))
    .filter(
      (piece) =>
        piece !== '' &&
        !DANGLING.test(piece) &&
        !JOINING.test(piece) &&
        !last.some((value) => isPart(value, piece)),
    );
  return { start, more: [...new Set(more)], last };
}

/** True for a colour that a text has in another form: “nera” for “nero”, or “petrol” for “petrol blue”. */
function isColourOf(value: string, texts: readonly string[], { code }: Language): boolean {
  const coloursOf = (text: string): string[] =>
    termsIn(tokensOf(text), code).colour.map(({ value: { name } }) => name);
  const said = new Set(texts.flatMap(coloursOf));
  const own = coloursOf(value);
  const [first = ''] = value.split(' ');
  const isSaid = texts.some((text) => text !== value && compact(text).endsWith(compact(first)));
  return own.length > 0 && (own.every((name) => said.has(name)) ? !texts.includes(value) : isSaid);
}

/** True for pieces that have a word, or a figure with its unit, in common. */
function shares(piece: string, value: string, language: Language): boolean {
  if (compact(piece).includes(compact(value))) return true;
  const words = new Set(comparedWordsOf(piece, language));
  return comparedWordsOf(value, language).some((word) => words.has(word));
}

/** The value of a detail as a piece of a title; a short size has its label. */
function inTitle({ key, value }: Detail, { phrases, language }: Composition): string[] {
  const text = language.code === 'en' ? inCapitals(value) : value;
  if (value.length > MAX_VALUE || /[,;，、]/.test(value)) return [];
  const isBare = value.length <= 3 || /^[\d.,/-]+$/u.test(value);
  if (!isBare || key !== 'size' || !language.spaced) return [text];
  return [`${labelOf(key, phrases)} ${text}`];
}

/** Words of an English title begin with capitals; an iPhone keeps its own. */
function cased(text: string, { code }: Language): string {
  const words = text.match(/(?<![\p{L}\p{N}’'-])\p{L}{4,}/gu) ?? [];
  const isSmall = words.filter((word) => /^\p{Ll}/u.test(word)).length * 2 >= words.length;
  return code === 'en' && isSmall ? inCapitals(text) : text;
}

function inCapitals(text: string): string {
  return text.replace(
    /(?<![\p{L}\p{N}’'])(?!(?:and|for|the|with|per)(?!\p{L}))\p{Ll}(?!\p{Lu})(?=\p{L}{2})/gu,
    (first) => first.toUpperCase(),
  );
}

/** The brand and the core as far as it fits, and shorter ones. */
function started(brand: string, core: string, composition: Composition): string[] {
  const { language } = composition;
  const start = brand === '' ? '' : `${brand} `;
  const text = capitalised(cased(core, language));
  const { words, gap } = wordsOf(text, language);
  const starts = (most: number): string => start + words.slice(0, most).join(gap);
  let most = words.length;
  while (most > 0 && !fits(starts(most), composition)) most -= 1;
  if (BELONGING.test(words[most] ?? '')) most -= 1;
  const fitting = withLink(words, starts, composition);
  const whole = most === words.length ? most : endOf(wholeWords(words, most, language), composition);
  // The word before one that may not stand there belongs to it: “omelet” to the third “pan”.
  const ends = [
    whole,
    ...Array.from({ length: Math.max(0, whole - FEWEST_WORDS) }, (_none, cut) => whole - 2 - cut),
  ];
  const cut = ends
    .map((end) => (end === words.length ? starts(end) : withoutDanglingEnd(starts(end))))
    .filter((title) => title.length > start.length);
  return most === words.length ? cut : [...fitting, ...cut];
}

/** A name that is too long without the words before what it is for: wipers are nothing without their car. */
function withLink(
  words: readonly string[],
  starts: (most: number) => string,
  composition: Composition,
): string[] {
  const link = words.findLastIndex((word) => FOR.test(word));
  const isName =
    link >= FEWEST_WORDS && words.length - link <= LONGEST_LINK && /^\p{Lu}/u.test(words[link + 1] ?? '');
  if (!isName) return [];
  const end = ` ${words.slice(link).join(' ')}`;
  const fronts = Array.from({ length: link - 1 }, (_none, place) => withoutDanglingEnd(starts(link - place)));
  return fronts
    .map((front) => front + end)
    .filter((title) => fits(title, composition))
    .slice(0, 1);
}

/** The words that fit; a German adjective stands before its noun, or not at all, and words in capitals stay together. */
function wholeWords(words: readonly string[], most: number, { code }: Language): readonly string[] {
  const [before = '', last = '', next = ''] = words.slice(Math.max(0, most - 2), most + 1);
  const isAdjective = code === 'de' && /^\p{Lu}/u.test(next) && /^\p{Ll}/u.test(last);
  const isSplit = isAdjective || (LOUD.test(last) && LOUD.test(next) && !LOUD.test(before));
  return words.slice(0, isSplit ? most - 1 : most);
}

/** Where a name that is cut ends best: before “with” and the like, else after what its category is called, or a measure. */
function endOf(words: readonly string[], { input, language, phrases }: Composition): number {
  if (!language.spaced) return words.length;
  const link = words.findLastIndex((word, at) => at > 1 && phrases.linking.test(word) && word.length > 1);
  if (link > 1 && link >= words.length * LEAST_SHARE) return link;
  // Of “Cat Trees” the tree is meant, and no cat; the category above counts where the nearest one has no word of the name.
  const heads = input.categories
    .slice(-NEAR)
    .toReversed()
    .flatMap((category) => stemsOf(category, language).at(language.headFirst ? 0 : -1) ?? []);
  const placeOf = (head: string): number =>
    words.findLastIndex((word) =>
      stemsOf(word, language).some((stem) => head.startsWith(stem) || stem.startsWith(head)),
    );
  const named = heads.map(placeOf).find((place) => place > 0) ?? -1;
  const end = named + (language.code === 'en' && HOLDING.test(words[named + 1] ?? '') ? 2 : 1);
  if (named >= words.length / 2) return end;
  const measure = words.findLastIndex((word, place) => isMeasure(word, words[place - 1]));
  if (measure + 1 >= words.length * LEAST_SHARE) return measure + 1;
  return named > 0 && !language.headFirst ? end : words.length;
}

/** True for the end of a measure: “400ml”, or the unit of “22 mm”. */
function isMeasure(word: string, before = ''): boolean {
  return /^\d[\d.,x×]*(?:\p{L}{1,2}|["”″])$/u.test(word) || (/^\d/u.test(before) && COUNTED.test(word));
}

/** The parts in the orders in which titles are tried. */
function* variations(parts: Parts, seed: string): Generator<Parts> {
  const { more, last } = parts;
  yield parts;
  for (let i = 1; i <= ORDERS; i += 1) yield { ...parts, more: shuffled(more, `${seed}/${i}`) };
  yield { ...parts, more: [] };
  for (const piece of more) yield { ...parts, more: [piece] };
  yield { ...parts, more: last, last: [] };
  yield { ...parts, last: [] };
  yield { ...parts, more: [], last: [] };
}

/** The parts as far as they fit and say something new. */
function build({ start, more, last }: Parts, composition: Composition): string {
  const { phrases, isClean, language } = composition;
  const isStartUnproven = isUnproven(start, language);
  const isFit = (text: string): boolean => isClean(text) && (isStartUnproven || !isUnproven(text, language));
  const add = (title: string, piece: string): string =>
    saysNothingNew(piece, title, language) ? title : `${title}${phrases.partGap}${piece}`;
  let title = start;
  for (const piece of more) {
    const longer = add(title, piece);
    const whole = last.reduce(add, longer);
    if (longer !== title && fits(whole, composition) && isFit(longer)) title = longer;
  }
  for (const piece of last) {
    const longer = add(title, piece);
    if (fits(longer, composition) && isFit(longer)) title = longer;
  }
  return title;
}

/** True for a text that is not too long. */
export function fits(text: string, { limits }: Composition): boolean {
  return !checkLimits(text, limits).some(({ rule }) => rule === 'TEXT_TOO_LONG');
}

function wordsOf(piece: string, language: Language): { words: string[]; gap: string } {
  const words = piece.split(' ');
  if (language.spaced || words.length > 2) return { words, gap: ' ' };
  const spans = segments(piece, language, 'word');
  return { words: spans.map(({ start }, index) => piece.slice(start, spans[index + 1]?.start)), gap: '' };
}

function withoutDanglingEnd(text: string): string {
  const shorter = text
    .replace(/(?:[\s,;:&/–—=-]|(?<=\s)\++)+$/u, '')
    .replace(/\s\d[\d.,]* ?%$/u, '')
    .replace(DANGLING, '');
  return shorter === text ? text : withoutDanglingEnd(shorter);
}

function isPart(piece: string, text: string): boolean {
  return compact(text).includes(compact(piece));
}

/** True for a piece of which the title has every word. */
export function saysNothingNew(piece: string, title: string, language: Language): boolean {
  if (isPart(piece, title)) return true;
  const said = new Set(stemsOf(title, language));
  const words = stemsOf(piece, language);
  return words.length > 0 && !/\p{N}/u.test(piece) && words.every((word) => said.has(word));
}
