// What the offline composers share: their input, which is source data sorted by use, and helpers for texts.
import type { GenerationTask } from '#contracts';
import { brandOf, sourceDataOf, textsIn, type Plain } from '../source-data/source-data.rules.ts';
import { segments, type Language } from '../findings/languages.rules.ts';
import type { PhraseTemplates } from './phrase-templates.rules.ts';

/** A value with its label, such as `Color: Black`. */
export interface Detail {
  label: string;
  value: string;
}

/** Source data sorted by use. Texts are free of markup, pictures and invisible characters. */
export type ComposerInput = ReturnType<typeof composerInputOf>;

/** Free inputs with these names are titles, features or sentences; all others become details. */
const TITLES = /^(?:title|name|product(?:[ _]?(?:name|title))?)$/i;
const FEATURES = /^(?:features?|benefits?|bullets?|bullet[ _]?points?|highlights?|selling[ _]?points?)$/i;
const SENTENCES = /^(?:description|details|text|about|notes?|story|content)$/i;
const KNOWN = new Set(['keywords', 'productType', 'audience', 'brand']);

/** Sorts the source data of a task. A document counts only without a product; beside a product it is guidance. */
export function composerInputOf(task: GenerationTask, language: Language) {
  const sources = sourceDataOf(task);
  const { product = {}, inputs = {} } = sources;
  const document = sources.product ? {} : (sources.document ?? {});
  const free = Object.entries(inputs).filter(([key]) => !KNOWN.has(key));
  const named = (pattern: RegExp): Plain =>
    free.filter(([key]) => pattern.test(key)).map(([, value]) => value);
  const documentLines = linesOf(document['content']);
  return {
    brand: brandOf(sources),
    /** "" when no source names the product. */
    title: firstOf(product['title'], named(TITLES), inputs['productType'], document['title']),
    features: textsOf(product['features'], named(FEATURES)),
    sentences: [...textsOf(product['description'], named(SENTENCES)), ...documentLines]
      .filter((line) => detailOf(line) === undefined)
      .flatMap((text) => sentencesOf(text, language)),
    details: [...linesOf(product['specification']), ...documentLines]
      .flatMap((line) => detailOf(line) ?? [])
      .concat(freeDetails(free)),
    /** Category path, root first. */
    categories: textsOf(product['tags']),
    /** Words that the client asked for. */
    keywords: textsOf(inputs['keywords']),
    productType: firstOf(inputs['productType']),
    audience: firstOf(inputs['audience']),
  };
}

function textsOf(...values: (Plain | undefined)[]): string[] {
  return values.flatMap((value) => textsIn(value).map(tidy)).filter(Boolean);
}

function firstOf(...values: (Plain | undefined)[]): string {
  return textsOf(...values)[0] ?? '';
}

function linesOf(value: Plain | undefined): string[] {
  return textsOf(value).flatMap((text) => text.split('\n'));
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
    .replace(STYLED, (letters) => letters.normalize('NFKC'))
    .replace(DECORATION, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .split('\n')
    .map(calmed)
    .join('\n')
    .trim();
}

/** Mathematical letters, which sellers use as bold ones. */
const STYLED = /[\u{1d400}-\u{1d7ff}]+/gu;
/** Signs that decorate a text and say nothing. */
const DECORATION = /[﹡✱★☆●◆◇■□▶►♥❤※◎]+|[*~=_]{3,}/gu;

/** A line in capitals as words with a capital each; shorter words may be abbreviations. */
function calmed(line: string): string {
  const words = line.match(/\p{L}{4,}/gu) ?? [];
  const shouted = words.filter((word) => word === word.toUpperCase() && word !== word.toLowerCase());
  if (words.length < 4 || shouted.length < words.length * 0.8) return line;
  return line.replace(/\p{Lu}{4,}/gu, (word) => word.charAt(0) + word.slice(1).toLowerCase());
}

/** Phrases in which a seller talks about itself, not about the product. */
const SELLER_TALK =
  /\b(?:(?:contact|e-?mail|message|reach) us|customer (?:service|support)|after[- ]sales?|warranty|risk[- ]free|no questions asked|with confidence|our (?:store|shop)|pls|feel free to|if you have any|any (?:questions?|problems?)|kundendienst|service client|atención al cliente|servizio clienti)\b|客服|售后|カスタマーサ/iu;

/** The sentences of a text, without promotion and seller talk. A line break ends a sentence too. */
export function sentencesOf(text: string, language: Language): string[] {
  return text
    .split(/\n|(?:^|\s)[•●▪◆★✔✓*]+\s*/u)
    .flatMap((line) => wholeSentences(segments(line, language, 'sentence').map(({ text: part }) => part)))
    .map((sentence) => sentence.replace(/^[\s•·●▪◆★✔✓*–—-]+/u, '').trim())
    .filter((sentence) => /\p{L}/u.test(sentence) && !SELLER_TALK.test(sentence));
}

/** Abbreviations with a full stop, after which a sentence goes on. */
const ABBREVIATION =
  /(?:^|[\s(])(?:mrs?|ms|dr|prof|st|nos?|nr|approx|incl|ca|bzw|z\.\s?b|inkl|vs|inc|jr|sr|fig|max|min|mme|sig|sra?)\.\s*$/iu;

/** Sentences of which none ends at an abbreviation. */
function wholeSentences(parts: readonly string[]): string[] {
  const sentences: string[] = [];
  for (const part of parts) {
    const last = sentences.at(-1);
    if (last !== undefined && ABBREVIATION.test(last)) sentences.splice(-1, 1, last + part);
    else sentences.push(part);
  }
  return sentences;
}

/** True when there is something to write about. */
export function isUsable({ title, features, sentences, details, keywords }: ComposerInput): boolean {
  return title !== '' || [features, sentences, details, keywords].some((list) => list.length > 0);
}

/** The texts that contain a keyword before the others; each group keeps its order. */
export function keywordsFirst(texts: readonly string[], keywords: readonly string[]): string[] {
  const hasKeyword = (text: string): boolean =>
    keywords.some((keyword) => text.toLowerCase().includes(keyword.toLowerCase()));
  return [...texts.filter(hasKeyword), ...texts.filter((text) => !hasKeyword(text))];
}

/** All details with labels in the language, then keywords, category, brand and title as far as they are known. */
export function labelledDetails(
  { details, title, brand, categories, keywords }: ComposerInput,
  { labels, list, details: translations }: PhraseTemplates,
): Detail[] {
  return [
    ...details.map(({ label, value }) => ({ label: translations.get(label.toLowerCase()) ?? label, value })),
    { label: labels.keywords, value: list.format(keywords) },
    { label: labels.category, value: list.format(categories.slice(-3)) },
    { label: labels.brand, value: brand },
    { label: labels.product, value: title },
  ].filter(({ value }) => value !== '');
}

/** The text with a capital at its front, where its script has capitals. */
export function capitalised(text: string): string {
  return text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());
}

/** The list in a pseudo-random order that depends on the seed alone (FNV-1a feeding mulberry32). */
export function shuffled<T>(list: readonly T[], seed: string): T[] {
  let state = 0x811c9dc5;
  for (let i = 0; i < seed.length; i += 1) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193);
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const ranked = list.map((value) => ({ value, rank: random() }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ value }) => value);
}
