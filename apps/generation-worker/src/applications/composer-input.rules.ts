// What the composer has to work with: product, document and inputs sorted into title, features, sentences, details.
import type { GenerationTask } from '#contracts';
import { brandOf, textsIn, sourceDataOf, type Plain } from '../prompt/source-data.rules.ts';
import { segments, type Language } from '../checks/languages.rules.ts';
import { PROMOTION } from '../checks/blocklists.rules.ts';

/** A fact with its name, such as `Color: Black`. */
export interface Detail {
  label: string;
  value: string;
}

/** Facts by what they are good for. */
export interface ComposerInput {
  /** "" when nothing names the product. */
  title: string;
  brand: string;
  features: string[];
  sentences: string[];
  details: Detail[];
  /** Category path, root first. */
  categories: string[];
  /** Words that the request wants to see. */
  keywords: string[];
  productType: string;
  audience: string;
}

/** Inputs under these names are what their names say; others become details. */
const TITLES = /^(?:title|name|product(?:[ _]?(?:name|title))?)$/i;
const FEATURES = /^(?:features?|benefits?|bullets?|bullet[ _]?points?|highlights?|selling[ _]?points?)$/i;
const SENTENCES = /^(?:description|details|text|about|notes?|story|content)$/i;
const KNOWN = new Set(['keywords', 'productType', 'audience', 'brand']);

/** Sorts what is known of a task. A document counts as facts only where no product is: else it is guidance. */
export function composerInputOf(task: GenerationTask, language: Language): ComposerInput {
  const sources = sourceDataOf(task);
  const { product = {}, inputs = {} } = sources;
  const document = sources.product ? {} : (sources.document ?? {});
  const free = Object.entries(inputs).filter(([key]) => !KNOWN.has(key));
  const named = (pattern: RegExp): Plain[] =>
    free.filter(([key]) => pattern.test(key)).map(([, value]) => value);
  const documentLines = textsOf(document['content']).flatMap((content) => content.split('\n'));
  return {
    brand: brandOf(sources),
    title: firstOf(product['title'], ...named(TITLES), inputs['productType'], document['title']),
    features: [...textsOf(product['features']), ...named(FEATURES).flatMap(textsOf)],
    sentences: [...textsOf(product['description']), ...named(SENTENCES).flatMap(textsOf), ...documentLines]
      .filter((line) => detailOf(line) === undefined)
      .flatMap((text) => sentencesOf(text, language)),
    details: [...textsOf(product['specification']).flatMap((lines) => lines.split('\n')), ...documentLines]
      .flatMap((line) => detailOf(line) ?? [])
      .concat(freeDetails(free)),
    categories: textsOf(product['tags']),
    keywords: textsOf(inputs['keywords']),
    productType: firstOf(inputs['productType']),
    audience: firstOf(inputs['audience']),
  };
}

function textsOf(value: Plain | undefined): string[] {
  return textsIn(value).map(tidy).filter(Boolean);
}

function firstOf(...values: (Plain | undefined)[]): string {
  return values.flatMap(textsOf)[0] ?? '';
}

function freeDetails(free: readonly (readonly [string, Plain])[]): Detail[] {
  return free
    .filter(([key]) => ![TITLES, FEATURES, SENTENCES].some((pattern) => pattern.test(key)))
    .map(([key, value]) => ({ label: labelOf(key), value: textsOf(value).join(', ') }))
    .filter(({ value }) => value !== '');
}

/** `seatHeight`, `seat_height` -> `Seat height`. */
function labelOf(key: string): string {
  const words = key
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A line `Label: value`; undefined for any other. */
function detailOf(line: string): Detail | undefined {
  const [, label, value] = /^\s*([\p{L}][^:：.!?\n]{0,38})[:：]\s*(\S[^\n]{0,200})$/u.exec(line) ?? [];
  return label && value && !/[.!?。]\s/.test(value)
    ? { label: label.trim(), value: value.trim() }
    : undefined;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', '#39': "'", apos: "'", nbsp: ' ' };

/** Without markup, pictures and signs of ownership; blanks within a line made one. */
export function tidy(text: string): string {
  return text
    .replace(/<br ?\/?>|<\/(?:p|li|div|h\d)>/gi, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/&(amp|quot|#39|apos|nbsp);/gi, (_all, name: string) => ENTITIES[name.toLowerCase()] ?? ' ')
    .replace(/\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u200d\u20e3\ufe0e\ufe0f]|[™®©†‡]/gu, '')
    .replace(/(?<=\d ?)[~～](?= ?\d)/g, '-')
    .replace(/…/g, '.')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

/** What a seller says of itself, not of the product. */
const SELLER_TALK =
  /\b(?:(?:contact|e-?mail|message|reach) us|customer (?:service|support)|after[- ]sales?|warranty|risk[- ]free|no questions asked|with confidence|our (?:store|shop)|kundendienst|service client|atención al cliente|servizio clienti)\b|客服|售后|カスタマーサ/iu;

/** Sentences of a text, less promotion and what a seller says of itself; a line break ends one too. */
export function sentencesOf(text: string, language: Language): string[] {
  return text
    .split(/\n|(?:^|\s)[•●▪◆★✔✓*]+\s*/u)
    .flatMap((line) => segments(line, language, 'sentence'))
    .map(({ text: sentence }) => sentence.replace(/^[\s•·●▪◆★✔✓*–—-]+/u, '').trim())
    .filter(
      (sentence) => /\p{L}/u.test(sentence) && !SELLER_TALK.test(sentence) && sentence.search(PROMOTION) < 0,
    );
}

/** True when there is something to write about. */
export function isUsable(material: ComposerInput): boolean {
  const { title, features, sentences, details, keywords } = material;
  return title !== '' || [features, sentences, details, keywords].some((list) => list.length > 0);
}

/** A stable order that differs from seed to seed (FNV-1a feeding mulberry32). */
export function shuffled<T>(list: readonly T[], seed: string): T[] {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i += 1) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return list
    .map((value) => ({ value, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value);
}
