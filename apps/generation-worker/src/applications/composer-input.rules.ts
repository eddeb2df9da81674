// The input of the offline composers: source data sorted into title, features, sentences and details.
import type { GenerationTask } from '#contracts';
import { brandOf, textsIn, sourceDataOf, type Plain } from '../prompt/source-data.rules.ts';
import { segments, type Language } from '../checks/languages.rules.ts';
import { BLOCKLISTS } from '../checks/blocklists.rules.ts';

/** A value with its label, such as `Color: Black`. */
export interface Detail {
  label: string;
  value: string;
}

/** Source data sorted by use. Texts are free of markup, pictures and invisible characters. */
export interface ComposerInput {
  /** "" when no source names the product. */
  title: string;
  brand: string;
  features: string[];
  sentences: string[];
  details: Detail[];
  /** Category path, root first. */
  categories: string[];
  /** Words that the client asked for. */
  keywords: string[];
  productType: string;
  audience: string;
}

/** Free inputs with these names are titles, features or sentences; all others become details. */
const TITLES = /^(?:title|name|product(?:[ _]?(?:name|title))?)$/i;
const FEATURES = /^(?:features?|benefits?|bullets?|bullet[ _]?points?|highlights?|selling[ _]?points?)$/i;
const SENTENCES = /^(?:description|details|text|about|notes?|story|content)$/i;
const KNOWN = new Set(['keywords', 'productType', 'audience', 'brand']);

/** Sorts the source data of a task. A document counts only without a product; beside a product it is guidance. */
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

/** A text without markup, pictures and trademark signs; runs of blanks within a line become one blank. */
function tidy(text: string): string {
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

/** Phrases in which a seller talks about itself, not about the product. */
const SELLER_TALK =
  /\b(?:(?:contact|e-?mail|message|reach) us|customer (?:service|support)|after[- ]sales?|warranty|risk[- ]free|no questions asked|with confidence|our (?:store|shop)|kundendienst|service client|atención al cliente|servizio clienti)\b|客服|售后|カスタマーサ/iu;

/** The sentences of a text, without promotion and seller talk. A line break ends a sentence too. */
export function sentencesOf(text: string, language: Language): string[] {
  return text
    .split(/\n|(?:^|\s)[•●▪◆★✔✓*]+\s*/u)
    .flatMap((line) => segments(line, language, 'sentence'))
    .map(({ text: sentence }) => sentence.replace(/^[\s•·●▪◆★✔✓*–—-]+/u, '').trim())
    .filter(
      (sentence) =>
        /\p{L}/u.test(sentence) && !SELLER_TALK.test(sentence) && sentence.search(BLOCKLISTS.PROMOTION) < 0,
    );
}

/** True when there is something to write about. */
export function isUsable({ title, features, sentences, details, keywords }: ComposerInput): boolean {
  return title !== '' || [features, sentences, details, keywords].some((list) => list.length > 0);
}
