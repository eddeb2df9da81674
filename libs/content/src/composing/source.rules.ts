// What the offline composers write from: source data sorted by use, in the language that is asked for.
import { MARKETPLACES, type GenerationTask } from '#contracts';
import { detectedLanguage, isInOtherLanguage } from '../checks/detection.rules.ts';
import { sayTheSame } from '../checks/similarity.rules.ts';
import { shareInScript, type Language } from '../findings/languages.rules.ts';
import {
  brandOf,
  sourceDataOf,
  textsIn,
  type Plain,
  type SourceData,
} from '../source-data/source-data.rules.ts';
import { spellingOf } from '../vocabulary/spelling.rules.ts';
import { sentencesOf, tidy, tidyTitle, withHeading } from './cleaning.rules.ts';
import { detailIn, keyOf, labelOf, type Detail } from './details.rules.ts';
import { MACHINE_LABELS } from './phrases/all-phrases.rules.ts';
import { toldOf } from './unproven.rules.ts';
import { measured } from './measures.rules.ts';
import type { DetailKey, Phrases } from './phrases/phrases.rules.ts';

/** Source data sorted by use. Texts are free of markup, pictures and invisible characters. */
export type ComposerInput = ReturnType<typeof composerInputOf>;

/** Free inputs with these names are titles, features or sentences; all others become details. */
const TITLES = /^(?:title|name|product(?:[ _]?(?:name|title))?)$/i;
const FEATURES = /^(?:features?|benefits?|bullets?|bullet[ _]?points?|highlights?|selling[ _]?points?)$/i;
const SENTENCES = /^(?:description|details|text|about|notes?|story|content)$/i;
const KNOWN = new Set(['keywords', 'productType', 'audience', 'brand']);
/** Details whose values are names. */
const NAMING: ReadonlySet<DetailKey | undefined> = new Set<DetailKey>(['model', 'compatibility']);
/** Most words of a label in prose. */
const MOST_WORDS = 3;
/** Two lines of which the first has no mark at its end, and the second begins as a text of its own. */
const TWO_FEATURES = /^[^\n]*[\p{L}\p{N})%]\n(?!\p{Ll})[^\n]*$/u;
/** Least share of letters in the script of the language. */
const LEAST_SHARE = 0.35;

/** Sorts the source data of a task. A document counts only without a product; beside a product it is guidance. */
export function composerInputOf(task: GenerationTask, language: Language, phrases: Phrases) {
  const given = sourceDataOf(task);
  const spell = spellerOf(given, task, { language, phrases });
  const brand = brandOf(given);
  const sources = spelt(given, spell) as SourceData;
  const { product = {}, inputs = {} } = sources;
  const document = sources.product ? {} : (sources.document ?? {});
  const free = entriesOf(inputs).filter(([key]) => !KNOWN.has(key));
  const named = (pattern: RegExp): Plain =>
    free.filter(([key]) => pattern.test(key)).map(([, value]) => value);
  const documentLines = linesOf(document['content']);
  const lines = [...linesOf(product['specification']), ...documentLines];
  const isOwn = (text: string): boolean => !isForeign(text, language);
  const prose = proseOf(textsOf(product['description'], named(SENTENCES)), documentLines, {
    language,
    phrases,
  });
  const features = featuresIn(brand, product['features'], named(FEATURES)).filter(isOwn);
  const title = firstTitleOf(product['title'], named(TITLES), inputs['productType'], document['title']);
  const told = toldOf({ features, sentences: prose.sentences.filter(isOwn), title }, language);
  const inProse = told.sentences.flatMap((one) => labelledOf(one) ?? []);
  return {
    brand,
    /** "" when no source names the product. */
    title,
    isDoubtful: told.isDoubtful,
    features: told.features,
    sentences: told.sentences.filter((one) => isProse(one, title, language) && !isRunTogether(one, brand)),
    details: [
      ...detailsIn([...lines.map(labelledOf), ...freeDetails(free, spell)], phrases, language),
      ...detailsIn(inProse, phrases, language).filter(({ key }) => key !== undefined),
      ...detailsIn(prose.contents, phrases, language),
    ],
    spell,
    originals: textsIn(sources.original),
    /** Category path, root first. */
    categories: textsOf(product['tags']),
    /** Words that the client asked for, as it spells them; texts that have them come first. */
    keywords: textsOf(given.inputs?.['keywords']),
    productType: firstOf(inputs['productType']),
    audience: firstOf(inputs['audience']),
  };
}

/** The sentences of descriptions and of the lines of a document, and lines on what is in the box. */
function proseOf(
  descriptions: readonly string[],
  lines: readonly string[],
  { language, phrases }: { language: Language; phrases: Phrases },
): { sentences: string[]; contents: (Labelled | undefined)[] } {
  const described = descriptions.map(withoutContents);
  const sentences = [...described.map(({ prose }) => prose), ...lines]
    .filter((line) => !isDetail(line))
    .flatMap((text) => sentencesOf(text, language, phrases));
  return { sentences, contents: described.map(({ contents }) => contentsLine(contents, phrases)) };
}

/** "" when none of the values is a title. */
function firstTitleOf(...values: (Plain | undefined)[]): string {
  return values.flatMap((value) => textsIn(value).map(tidyTitle)).find(Boolean) ?? '';
}

/** Writes texts as the language does, but for names. */
function spellerOf(
  given: SourceData,
  task: GenerationTask,
  { language, phrases }: { language: Language; phrases: Phrases },
): (text: string) => string {
  const spell = spellingOf(language, namesOf(given, task));
  return (text) => measured(spell(text), language, phrases);
}

/** The brand, what the data say are names of models, and the title of a book, which are spelt in one way everywhere. */
function namesOf(sources: SourceData, task: GenerationTask): string[] {
  const { product, document, inputs = {} } = sources;
  const lines = [...linesOf(product?.['specification']), ...linesOf(document?.['content'])].map(labelledOf);
  const free = Object.entries(inputs).map(([label, value]) => ({ label, value: firstOf(value) }));
  const named = [...lines, ...free].flatMap((line) =>
    line && NAMING.has(keyOf(line.label, MACHINE_LABELS)) ? [line.value] : [],
  );
  return [brandOf(sources), ...named, ...(task.inputs['media'] === true ? textsOf(product?.['title']) : [])];
}

/** A value of which each text is spelt anew. */
function spelt(value: Plain | SourceData, spell: (text: string) => string): Plain {
  if (typeof value === 'string') return spell(value);
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((part) => spelt(part, spell));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, spelt(part, spell)]));
}

/** The entries of inputs; a record among them, such as a product, is as if it were written out. */
function entriesOf(inputs: Readonly<Record<string, Plain>>): [string, Plain][] {
  return Object.entries(inputs).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value as Readonly<Record<string, Plain>>)
      : [[key, value] satisfies [string, Plain]],
  );
}

/** False for a detail, for the end of another sentence, and for the title over again. */
function isProse(sentence: string, title: string, language: Language): boolean {
  const isWhole =
    !/^\p{Ll}|^\S{1,4}\s?[:：=]\s?\d|\p{Ll}{5}\p{Lu}\p{Ll}{2}/u.test(sentence) && !isDetail(sentence);
  return isWhole && !sayTheSame(sentence, title, language);
}

/** True when the brand follows another word without a blank. */
function isRunTogether(sentence: string, brand: string): boolean {
  const place = brand === '' ? -1 : sentence.indexOf(brand);
  return place > 0 && /\p{Ll}/u.test(sentence.charAt(place - 1));
}

/**
 * The language of the source data by its code, if it is not the one that is asked for: "" when it cannot be told which one it
 * is; undefined when it is the one that is asked for, or may be.
 */
export function otherLanguageOf(task: GenerationTask, language: Language): string | undefined {
  const { product, document, inputs = {}, original } = sourceDataOf(task);
  const facts = { ...product, tags: '', keywords: '', brand: '', specification: '' };
  const { keywords: _asked, ...said } = inputs;
  const all = [...textsIn(facts), ...textsIn(product ? '' : document), ...textsIn(said)];
  const text = (original ? textsIn(original) : all).map(tidy).join('\n');
  const isOther = isForeign(text, language);
  if (!isOther && (isSpokenThere(task.product, language.code) || !/\p{L}/u.test(text))) return undefined;
  const found = detectedLanguage(text) ?? '';
  if (found !== language.code) return found;
  return isOther ? '' : undefined;
}

/** True for a text that is surely in another language. */
function isForeign(text: string, language: Language): boolean {
  return shareInScript(text, language) < LEAST_SHARE || isInOtherLanguage(text, language);
}

/** False when the product comes from a marketplace that does not use the language. */
function isSpokenThere(product: GenerationTask['product'], code: string): boolean {
  if (product?.genre !== 'Retailer') return true;
  return MARKETPLACES[product.marketplace].languages.some((tag) => tag.startsWith(code));
}

function textsOf(...values: (Plain | undefined)[]): string[] {
  return values.flatMap((value) => textsIn(value).map(tidy)).filter(Boolean);
}

/** Features, each with its heading in brackets. */
function featuresIn(brand: string, ...values: (Plain | undefined)[]): string[] {
  const given = values.flatMap((value) => textsIn(value));
  return textsOf(given.map((text) => withHeading(text, brand))).flatMap(listed);
}

function firstOf(...values: (Plain | undefined)[]): string {
  return textsOf(...values)[0] ?? '';
}

function linesOf(value: Plain | undefined): string[] {
  return textsOf(value).flatMap((text) => text.split('\n'));
}

/** A feature, or each line of a list of features. Of two lines the second may go on where the first ends. */
function listed(feature: string): string[] {
  const lines = feature.split('\n').filter((line) => /\p{L}/u.test(line));
  const isList = lines.length > 2 || TWO_FEATURES.test(lines.join('\n'));
  return isList ? lines : [feature.replaceAll('\n', ' ')];
}

interface Labelled {
  label: string;
  value: string;
}

function freeDetails(
  free: readonly (readonly [string, Plain])[],
  spell: (text: string) => string,
): Labelled[] {
  return free
    .filter(([key]) => ![TITLES, FEATURES, SENTENCES].some((pattern) => pattern.test(key)))
    .map(([key, value]) => ({ label: spell(asLabel(key)), value: textsOf(value).join(', ') }))
    .filter(({ value }) => value !== '');
}

/** `seatHeight`, `seat_height` -> `Seat height`. */
function asLabel(key: string): string {
  const words = key
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function detailsIn(lines: readonly (Labelled | undefined)[], phrases: Phrases, language: Language): Detail[] {
  return lines.flatMap((line) => (line && detailIn(line, phrases, language)) ?? []);
}

/** A line of what is in the box: “2 x cables”. */
const COUNTED = /^[•–*-]?\s*\d+ ?(?:[x×*]|X(?= )) ?\p{L}/u;
/** Longest list of contents that a detail tells, in characters. */
const LONGEST_CONTENTS = 200;

/** A description without the lines that count what is in the box, and without the headings of tables. */
function withoutContents(text: string): { prose: string; contents: string[] } {
  const lines = text.split('\n');
  const counted = lines.filter((line) => COUNTED.test(line));
  const contents = counted.length > 1 ? counted : [];
  const prose = lines.filter((line) => !contents.includes(line) && !/[:：]\s*$/u.test(line)).join('\n');
  return { prose, contents };
}

function contentsLine(contents: readonly string[], phrases: Phrases): Labelled | undefined {
  const value = contents.map((line) => line.replace(/^[•–*-]\s*|[.,;\s]+$/gu, '')).join(', ');
  const isFit = value !== '' && value.length <= LONGEST_CONTENTS;
  return isFit ? { label: labelOf('contents', phrases), value } : undefined;
}

/** A line `Label: value`; undefined for any other. */
function labelledOf(line: string): Labelled | undefined {
  const [, label, value] = /^\s*([\p{L}][^:：.!?\n]{0,38})[:：]\s*(\S[^\n]{0,200})$/u.exec(line) ?? [];
  return label && value && !/[.!?。]\s/.test(value)
    ? { label: label.trim(), value: value.trim().replace(/[.。]$/u, '') }
    : undefined;
}

/** True for a line of a table; prose may have a colon too, after more words. */
function isDetail(line: string): boolean {
  const label = labelledOf(line)?.label.split(' ');
  return label !== undefined && label.length <= MOST_WORDS;
}

/** True when there is something to write about. */
export function isUsable({
  title,
  features,
  sentences,
  details,
  keywords,
  originals,
}: ComposerInput): boolean {
  return title !== '' || [features, sentences, details, keywords, originals].some((list) => list.length > 0);
}

/** The texts that contain a keyword before the others; each group keeps its order. */
export function keywordsFirst(texts: readonly string[], keywords: readonly string[]): string[] {
  const hasKeyword = (text: string): boolean =>
    keywords.some((keyword) => text.toLowerCase().includes(keyword.toLowerCase()));
  return [...texts.filter(hasKeyword), ...texts.filter((text) => !hasKeyword(text))];
}
