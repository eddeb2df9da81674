// Composes bullet points: the features of the source under short headings, then its sentences, then its details.
import { tokensOf } from '../words/tokens.rules.ts';
import { lengthOf, tellingWords, type Language } from '../findings/languages.rules.ts';
import { isInOtherLanguage } from '../checks/detection.rules.ts';
import { isWithin, normalised, sayTheSame } from '../checks/similarity.rules.ts';
import { termsIn } from '../vocabulary/lexicon.rules.ts';
import { capitalised, isAbbreviation, sentencesOf, terminated } from './cleaning.rules.ts';
import { keyOf, labelOf, toldDetails, untold, type ToldDetail } from './details.rules.ts';
import { behindColon } from './measures.rules.ts';
import type { Composition } from './port.ts';
import type { DetailKey, Phrases } from './phrases/phrases.rules.ts';
import { keywordsFirst } from './source.rules.ts';

/** A bullet point. */
export interface Bullet {
  header?: string;
  text: string;
}

/** A heading in front of a feature: in brackets, or a few words before a colon or dash. */
const HEADING =
  /^(?:[【[「]\s*([^】\]」]{2,60})\s*[】\]」]\s*[:：–—-]?\s*|([\p{Lu}\p{Lo}\p{N}][^.:：!?。]{1,48}?)\s*(?:(?<!\d)[:：]\s*|[:：](?!\d)\s*|\s(?:[–—-]+|\/\/)\s|—(?=\p{Lu})|(?<=\p{L})-\s(?=[\p{Lu}\d])))(?=\S)/u;
/** A heading in capitals, however long. */
const SHOUTED = /^(?![【[「])([^\p{Ll}\p{Lo}:]{8,90})()\s?[-–—:]+\s*(?=\p{Lu}?\p{Ll}|\d)/u;
/** Words with which a feature goes on from its heading, and no sentence begins. */
const GOING_ON =
  /^(?:and|or|with|without|from|of|that|which|so|than|und|oder|mit|ohne|für|aus|von|damit|sodass|et|ou|avec|sans|pour|qui|y|o|con|sin|para|que|e|per|senza|che)(?![\p{L}-])/u;
/** Fewest words of three letters or more of a sentence that stands without its heading. */
const FEWEST_WORDS = 3;
/** Characters by which the beginnings of two texts are told apart. */
const LED = 12;
/** Fewest telling words of the rest of a feature whose first sentence is left out. */
const FEWEST_LEFT = 5;
/** Most words of a thing in a list; without spaces, most characters. */
const MOST_LISTED = 2;
const THING = /^(?:[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,24}|.{1,4})$/u;
/** Longest text of a script without spaces that its heading makes a statement. */
const SHORT_UNSPACED = 14;
/** Longest heading, in code points. */
const MAX_HEADING = 40;
/** Characters by which a bullet point on a material has named it; without spaces, three times fewer. */
const MAX_BEFORE = 24;
/** Parts of a material: a bullet point without them may be about a part of the product. */
const SHARE = /\d ?[%％]/u;
/** Characters before the word that says how it is cared for; later ones are about a part of it, or add to something else. */
const MAX_LEAD = { spaced: 12, unspaced: 4 };
/** Longest bullet point that is about one thing for sure. */
const MAX_TOPICAL = 80;
/** Length that a bullet point has at most where a shorter part says enough, so that five keep to the limit of all together. */
const COMFORTABLE = 190;
/** Words that are adjectives or participles for sure; many nouns end as others do, such as Esstisch and Gewicht. */
const GERMAN_ADJECTIVE =
  /(?:\p{L}{3}(?<!mini)bar|\p{L}{2}lich|\p{L}{3}los|\p{L}{3}frei|(?:wasser|luft|staub|blick)dicht|(?:rutsch|hitze|kratz|wetter|rost|wasch|bruch|stoß|ofen|spülmaschinen)fest|^(?:ein|ab|an|auf|aus|vor)ge\p{L}{3,}(?:t|en)|^(?:viel|sehr|extrem|super|extra|stabil|robust|leise|leicht|bequem|groß|klein|schnell|einfach|sicher|stark|weich|warm|flexibel|kompakt|universell|perfekt|ideal|hoch|lang|kurz|rund(?:um)?|geschützt)|^(?!honig|essig|könig|käfig|reisig)\p{L}{3,}ig|^(?:an|ein|auf|aus|ab|zusammen)zu\p{L}{3,}n)(?:er|e|es|en)?$/u;
/** A word of one letter that joins others in French, Spanish and Italian. */
const JOINING_LETTER = /^[AEIOUY]$/u;
/** Keys of details that are no bullet point of their own. */
const MINOR: ReadonlySet<DetailKey> = new Set(['model', 'style', 'shape']);

/** A bullet point as readers see it in a language, which is told by its tag: French has a blank before a colon too. */
export function publishedText({ header, text }: Bullet, language: string): string {
  const isWide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u.test(header ?? '');
  const narrow = /^fr(?!\p{L})/u.test(language) ? '\u00a0: ' : ': ';
  return [header, text].filter(Boolean).join(isWide ? '：' : narrow);
}

/** Up to `count` clean bullet points. Features and sentences with a keyword come first. */
export function composeBullets(composition: Composition, count: number): Bullet[] {
  const { language, limits } = composition;
  const chosen: Bullet[] = [];
  let used = 0;
  const published = (bullet: Bullet): string => publishedText(bullet, language.tag);
  for (const given of candidates(composition, () => chosen.map(published).join('\n'))) {
    const isTaken = chosen.some(({ header }) => header !== undefined && header === given.header);
    const bullet = isTaken ? { text: given.text } : { ...given, text: begun(given.text, language) };
    if (isTaken && !composition.isClean(bullet.text)) continue;
    const text = published(bullet);
    const isSaid = chosen.some((other) => {
      const said = published(other);
      const isEcho = sayTheSame(said, text, language) || isWithin(bullet.text, said, language);
      return includes(said, text) || includes(text, other.text) || isEcho;
    });
    if (isSaid || used + lengthOf(text) > limits.maxTogether) continue;
    chosen.push(bullet);
    used += lengthOf(text);
    if (chosen.length === count) break;
  }
  return chosen;
}

/** An English bullet point begins with a capital behind its heading too. */
function begun(text: string, { code }: Language): string {
  return code === 'en' ? capitalised(text) : text;
}

function includes(text: string, part: string): boolean {
  return normalised(text).includes(normalised(part));
}

function* candidates(composition: Composition, said: () => string): Generator<Bullet> {
  const { input, language, phrases, isClean } = composition;
  const { audience, features, sentences, keywords } = input;
  const isGood = (bullet: Bullet): boolean => isClean(publishedText(bullet, language.tag));
  const asked = {
    header: labelOf('audience', phrases),
    text: terminated(capitalised(audience), phrases.stop),
  };
  if (audience && isGood(asked)) yield asked;
  for (const feature of keywordsFirst(features, keywords)) yield* fromFeature(feature, composition);
  for (const sentence of keywordsFirst(sentences, keywords))
    yield* fromSentences([sentence], {}, composition);
  yield* shortFeatures(composition);
  for (const { header, values } of bulletDetails(composition, said())) {
    const bullet = { header, text: terminated(capitalised(values), phrases.stop) };
    if (isGood(bullet)) yield bullet;
  }
}

/** Features that are nothing but too short, as one bullet point. */
function shortFeatures(composition: Composition): Bullet[] {
  const { input, language, phrases, findings, isClean } = composition;
  const short = input.features
    .flatMap((feature) => sentencesOf(headed(feature, phrases, language).text, language, phrases))
    .map((sentence) => terminated(capitalised(sentence), phrases.stop))
    .filter((sentence) => {
      const found = findings(sentence);
      return found.length > 0 && found.every(({ rule }) => rule === 'TEXT_TOO_SHORT');
    });
  const text = short.join(phrases.gap);
  return short.length > 1 && isClean(text) ? [{ text }] : [];
}

/** The details that the bullet points do not tell yet; those that the title tells come last. */
function bulletDetails({ input, language, phrases }: Composition, said: string): ToldDetail[] {
  const telling = input.details.filter(({ key }) => key === undefined || !MINOR.has(key));
  const left = untold(telling, said, language);
  const unnamed = untold(left, input.title, language);
  const named = left.filter((detail) => !unnamed.includes(detail));
  return [unnamed, named].flatMap((details) => toldDetails(details, phrases, language));
}

/** A feature under its heading, or under one by its topic, else without one; as many of its sentences as fit. */
export function fromFeature(feature: string, composition: Composition): Bullet[] {
  const { language, phrases } = composition;
  const { header, text } = headed(feature, phrases, language);
  const sentences = statementsOf(text, header, composition);
  const found = header === undefined ? [] : fromSentences(sentences, { header }, composition);
  if (found.some((bullet) => !isLed(bullet.text, text)))
    return fromSentences(sentences, {}, composition).filter((bullet) => isEnough(bullet.text, composition));
  return found.length > 0
    ? found
    : fromSentences(sentences.filter(isMoreThanFigure), {}, composition).map((bullet) =>
        withTopic(bullet, composition),
      );
}

/** False where the sentence is left out that its heading stood over. */
function isLed(said: string, text: string): boolean {
  const beginOf = (words: string): string => normalised(words).slice(0, LED);
  return beginOf(text).startsWith(beginOf(said)) || beginOf(said).startsWith(beginOf(text));
}

/** True for what is left of a feature if it says something by itself. */
function isEnough(text: string, { language, phrases }: Composition): boolean {
  const most = language.spaced ? tellingWords(text, language).length : lengthOf(text) / 3;
  return most >= FEWEST_LEFT || isOnCare(text, phrases, language);
}

function isMoreThanFigure(sentence: string): boolean {
  return (sentence.match(/\p{L}/gu)?.length ?? 0) > 2;
}

/** The sentences behind a heading; a figure, which needs it, is one too. */
export function statementsOf(
  text: string,
  header: string | undefined,
  { language, phrases }: Pick<Composition, 'language' | 'phrases'>,
): string[] {
  const isFigure = /^\D?\d[^.]{0,20}$/u.test(text) && !isMoreThanFigure(text);
  return header && isFigure ? [text] : sentencesOf(text, language, phrases);
}

/** A feature as a sentence of prose: without its heading, unless the sentence needs it, as in “In the box: two cables”. */
export function asProse({ header = '', text }: Bullet, { phrases, language }: Composition): string {
  const key = keyOf(header, phrases.labels);
  const isNeeded =
    key === 'contents' ||
    key === 'warning' ||
    key === 'compatibility' ||
    /^\d/u.test(text) ||
    /^\p{Ll}/u.test(text) ||
    isList(text) ||
    (!language.spaced && key === undefined && lengthOf(text) <= SHORT_UNSPACED) ||
    (language.spaced && (text.match(/\p{L}{3,}/gu)?.length ?? 0) < FEWEST_WORDS);
  return header !== '' && isNeeded
    ? `${header}${phrases.colon}${behindColon(text, { label: header, key }, language)}`
    : text;
}

/** True for what only its heading makes a statement: things one after another. */
export function isList(text: string): boolean {
  const parts = text.replace(/[.。]$/u, '').split(/[,，、]\s*/u);
  const isThing = (part: string): boolean =>
    (part.match(/\p{L}+/gu)?.length ?? 0) <= MOST_LISTED && THING.test(part);
  return /^\d+ ?[x×] ?\D/u.test(text) || (parts.length > 2 && parts.slice(0, -1).every(isThing));
}

/**
 * A feature without its heading, and the heading in calm letters; none that is too long, or a seller's, and no sentence that goes
 * on from such a one. Nothing is left of a feature that is a promise by its heading.
 */
export function headed(
  feature: string,
  phrases: Phrases,
  language: Language,
): { header?: string; text: string } {
  const [matched = '', inBrackets, before] = SHOUTED.exec(feature) ?? HEADING.exec(feature) ?? [];
  const header = (inBrackets ?? before ?? '').trim();
  const isFit = header !== '' && lengthOf(header) <= MAX_HEADING && !phrases.sellerTalk.test(header);
  if (header === '') return { text: feature };
  if (isPromise(header)) return { text: '' };
  const text = feature.slice(matched.length);
  if (isFit) return { header: calmHeading(header, phrases, language), text };
  return { text: GOING_ON.test(text) ? behindFirst(text, phrases, language) : text };
}

/** The sentences behind one that goes on from a heading, and behind those that refer to it. */
function behindFirst(text: string, phrases: Phrases, language: Language): string {
  const sentences = sentencesOf(text, language, phrases);
  const first = sentences.findIndex(
    (sentence, place) => !GOING_ON.test(sentence) && (place === 0 || !phrases.referring.test(sentence)),
  );
  return first < 0
    ? ''
    : sentences
        .slice(first)
        .map((sentence) => terminated(sentence, phrases.stop))
        .join(phrases.gap);
}

/** True for “Lifetime guarantee”, in any language. */
function isPromise(header: string): boolean {
  return termsIn(tokensOf(header)).policy.some(({ value: { name } }) => name.startsWith('guarantee-'));
}

/** A heading in capitals as the language writes headings. */
function calmHeading(header: string, { headings }: Phrases, language: Language): string {
  const clean = header.replace(/^[\s\-–—*•]+|[\s\-–—*•!！]+$/gu, '');
  const long = clean.match(/[\p{Lu}\p{Ll}]{4,}/gu) ?? [];
  const loud = long.filter((word) => /^\p{Lu}+$/u.test(word));
  if (loud.length === 0 || loud.length * 2 < long.length) return capitalised(clean);
  const telling = new Set(tellingWords(clean, language).map(({ text }) => text));
  const shortest = language.code === 'en' ? 2 : 3;
  const words = clean.split(' ').map((word, place, all) => {
    const isJoining = place > 0 && place < all.length - 1 && JOINING_LETTER.test(word);
    if (isAbbreviation(word) && !(isJoining && language.code !== 'en')) return word;
    const lower = word.toLowerCase();
    if (language.code === 'de' && lower.includes('-')) return lower.split('-').map(capitalised).join('-');
    const isAdjective = language.code === 'de' && GERMAN_ADJECTIVE.test(lower);
    const isName = headings === 'words' && word.length > shortest && telling.has(word) && !isAdjective;
    return place === 0 || isName ? capitalised(lower) : lower;
  });
  return words.join(' ');
}

/** As many whole sentences as are clean together and comfortable to read, at least one. */
function fromSentences(
  sentences: readonly string[],
  start: Bullet | { header?: string },
  composition: Composition,
): Bullet[] {
  const { phrases, language, isClean } = composition;
  let chosen: Bullet | undefined;
  for (const sentence of sentences) {
    const said = terminated(start.header && !chosen ? sentence : capitalised(sentence), phrases.stop);
    const whole = start.header ? `${start.header}: ${said}` : said;
    if (isInOtherLanguage(whole, language) || (chosen && includes(chosen.text, said))) continue;
    const text = chosen ? `${chosen.text}${phrases.gap}${said}` : said;
    const bullet = { ...start, text };
    const isLong = chosen !== undefined && lengthOf(publishedText(bullet, language.tag)) > COMFORTABLE;
    if (!isLong && isClean(publishedText(bullet, language.tag))) chosen = bullet;
  }
  return chosen ? [chosen] : [];
}

/** A short bullet point on care or material under its label. */
function withTopic(bullet: Bullet, { phrases, language, isClean }: Composition): Bullet {
  if (lengthOf(bullet.text) > MAX_TOPICAL) return bullet;
  const [material] = termsIn(tokensOf(bullet.text), language.code).material;
  const latest = language.spaced ? MAX_BEFORE : MAX_BEFORE / 3;
  const isMaterial = material !== undefined && material.start < latest && SHARE.test(bullet.text);
  const key = isOnCare(bullet.text, phrases, language) ? 'care' : isMaterial ? 'material' : undefined;
  const topped = key && { header: labelOf(key, phrases), text: bullet.text };
  return topped && isClean(publishedText(topped, language.tag)) ? topped : bullet;
}

/** True for a text that begins with how the product is cared for. */
export function isOnCare(text: string, { care }: Phrases, { spaced }: Language): boolean {
  const most = spaced ? MAX_LEAD.spaced : MAX_LEAD.unspaced;
  return (care.exec(text)?.index ?? Infinity) <= most;
}
