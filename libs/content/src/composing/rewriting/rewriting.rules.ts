// Rewrites texts for the offline composer: corrects and shortens by rules. It cannot say anything in other words.
import { lengthOf, segments, type Language } from '../../findings/languages.rules.ts';
import { isHard } from '../../findings/violations.rules.ts';
import { ContentError } from '../../findings/content-error.rules.ts';
import { capitalised, endsAbbreviated, tidy } from '../cleaning.rules.ts';
import { typeset } from '../measures.rules.ts';
import { pageOf } from '../../source-data/originals.rules.ts';
import type { Composition } from '../port.ts';

/** A word that stands twice in a row, but for those that may. */
const TWICE =
  /(?<![\p{L}\p{N}'’-])(?!(?:had|that|der|die|das|sie|nous|vous|tes|très)\b)(\p{L}{2,})(?:\s+\1)+(?![\p{L}\p{N}'’-])/giu;
/** Violations that are removed sign by sign. */
const SIGNS = new Set(['FORBIDDEN_CHARACTER', 'INVISIBLE_CHARACTER', 'MARKUP']);
/** Violations of a text as a whole, and of none of its parts. */
const OF_WHOLE = new Set(['NOT_SHORTER', 'TEXT_TOO_LONG', 'TEXT_TOO_SHORT', 'TOO_FEW_FACTS', 'LIMIT']);
/** Words that are written in capitals. */
const ACRONYM = /^(?:\p{Lu}|USB|LED|BPA|PVC|TPE|TPU|ABS|HDMI|HEPA|RGB|DIY|PET|EVA|UV|\S*\d\S*)$/u;
/** Pages on which a text without a full stop may be a list, and is no title. */
const OF_SENTENCES = new Set(['bullet-points', 'product-description']);
/** What a title does not end with. */
const FINAL_STOP = /\s*[.。]$/u;
/** Between the parts of a title, of which each says something by itself; those of another text are a list. */
const PARTS = /\s*[,，、;；|]\s+|\s+[–—-]\s+/u;

/** What ends a sentence, and what begins the next one in a small letter; behind a bracket the one around it goes on. */
const BEGINNING = /(?<=[.!?]["”»]?\s)\p{Ll}/gu;
/** The end of a sentence, of which a measure may be the last word; numbers, and abbreviations in capitals, end none. */
const ENDED = /(?:\p{Ll}{2}|\d ?\p{Ll}|[)%"”»°])[.!?]["”»]?\s$/u;
/** Words that go on where an abbreviation that no list has stands before them: “5 bdl. per box”. */
const GOING_ON =
  /^(?:of|per|and|or|for|to|in|on|at|by|with|each|wide|long|deep|high|tall|thick|pro|und|oder|mit|je|lang|breit|hoch|tief|schwer|dick|de|del|por|y|o|et|ou|par|di|da|e|con|avec|pour|sans|para|sin|senza|für|ohne|cada|(?:no|nr|ca|env)\.)(?!\p{L})/u;
/** Abbreviations with which a sentence may end, and may as well not. */
const OPEN_END =
  /(?<![\p{L}\p{N}])(?:etc|usw|e\. ?g|i\. ?e|p\. ?ej|p\. ?ex|ecc|ej|evtl|ggf|zzgl|bspw|tel|art|abb|vol|sq|réf|ref|larg|haut|conf|env|\d ?(?:in|pcs|qt|gal|hrs?|yrs?|mos?|sec|std|stk?|pers|tsp|tbsp|pkg|ctn|uds?|pz))\.\s$/iu;
/** Code units in which the last words before a sentence have room. */
const LONGEST_END = 24;
/** A full stop of a narrow script at the end of a sentence in one without blanks; behind a figure it numbers a list. */
const NARROW_STOP = /(?<=[\p{L}）)”」%])\.(?=$|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;
/** A mark that stands several times. */
const HEAPED = /([!！])[!！]+|([?？])[?？]+/gu;

/** A piece of a text that stays or goes as a whole, and what follows it. */
interface Piece {
  text: string;
  gap: string;
}

/**
 * The original with its faults removed, and for `shorten` no longer than `room` characters. Errors: ContentError
 * UnsupportedByModel for another goal, and where nothing is left.
 */
export function composeRewrite(
  composition: Composition,
  { goal, room }: { goal: string | undefined; room: number },
): string {
  if (goal !== 'fix' && goal !== 'shorten')
    throw refusal('It corrects and shortens texts, but cannot say them in other words.');
  return composition.input.originals
    .map((text) => corrected(text, composition, goal === 'shorten' ? room : undefined))
    .join('\n');
}

/** A text without its faults. Errors: ContentError UnsupportedByModel where that is nothing, or not enough. */
export function corrected(given: string, composition: Composition, room?: number): string {
  const { limits, findings } = composition;
  const kept = piecesOf(given, composition).filter(({ text }) => text !== '');
  if (kept.length === 0) throw refusal('Each sentence of the text has something that may not be said there.');
  const text = joined(room === undefined ? kept : fitting(kept, room));
  if (text === '' || lengthOf(text) > limits.maxText)
    throw refusal('It leaves out whole sentences, and none of these is short enough.');
  if (findings(text).some(isHard)) throw refusal('It cannot set right what is wrong with this text.');
  return text;
}

function refusal(detail: string): ContentError {
  return new ContentError('UnsupportedByModel', detail);
}

/** The sentences of each line, or the parts of a title, which ends with no stop, each set right or "". */
function piecesOf(given: string, composition: Composition): Piece[] {
  const { language, phrases } = composition;
  const lines = tidied(given).split(/(\n+)/u);
  const pieces = lines.flatMap((line, place) => {
    if (place % 2 === 1 || line.trim() === '') return [];
    const sentences = segments(line, language, 'sentence').map(({ text }) => text.trim());
    const isTitle = sentences.length === 1 && isTitleOf(composition.task, lines);
    const parts = isTitle ? line.trim().replace(FINAL_STOP, '').split(PARTS) : sentences;
    return parts.map((text, nth): Piece => {
      const isLast = nth === parts.length - 1;
      const gap = isLast ? (lines[place + 1] ?? '') : isTitle ? phrases.partGap : phrases.gap;
      return { text: mended(text.trim(), nth === 0 || !isTitle, composition), gap };
    });
  });
  return pieces;
}

/** True where a line of one sentence is a title: where nobody says what a text is for, one alone that nothing ends is one too. */
function isTitleOf(task: Composition['task'], lines: readonly string[]): boolean {
  const page = pageOf(task);
  if (page === 'product-title') return true;
  return !OF_SENTENCES.has(page) && lines.length === 1 && !/[.!?。！？]\s*$/u.test(lines[0] ?? '');
}

/** The text without markup, decoration, shouting and styled letters; empty lines stay between paragraphs. */
function tidied(text: string): string {
  return text
    .split(/\n\s*\n/u)
    .map((paragraph) => tidy(paragraph))
    .filter(Boolean)
    .join('\n\n');
}

/** A piece without repeated words and signs; "" for one that may not be said. */
function mended(piece: string, isBeginning: boolean, { input, language, findings }: Composition): string {
  const said = begunAnew(punctuated(calmed(piece, input.brand).replace(TWICE, '$1'), language), input.brand);
  const bare = withoutSigns(said, findings(said)).replace(/ {2,}/g, ' ').trim();
  const begun = typeset(isBeginning ? raised(bare, input.brand) : bare, language);
  return findings(begun).some((one) => isHard(one) && !OF_WHOLE.has(one.rule)) ? '' : begun;
}

/** A text with each of its marks once, and with the blanks that its language has beside them. */
function punctuated(text: string, { code, spaced }: Language): string {
  const close = code === 'fr' ? /\s([,.])/gu : /\s([,.;:!?，。；：！？、])/gu;
  const single = text
    .replace(/\s{2,}/gu, ' ')
    .replace(HEAPED, '$1$2')
    .replace(close, '$1');
  return spaced ? single.replace(/(?<=\p{Ll}),(?=\p{L})/gu, ', ') : single.replace(NARROW_STOP, '。');
}

/** A text in which each sentence begins with a capital; what follows an abbreviation is none. */
function begunAnew(text: string, brand: string): string {
  return text.replace(BEGINNING, (first, place: number) => {
    const before = text.slice(Math.max(0, place - LONGEST_END), place);
    const rest = text.slice(place);
    const isEnd = ENDED.test(before) && !endsAbbreviated(before) && !OPEN_END.test(before);
    return isEnd && !GOING_ON.test(rest) ? raised(rest, brand).charAt(0) : first;
  });
}

/** The text with a capital at its front, but for a brand that has none. */
function raised(text: string, brand: string): string {
  return brand !== '' && text.startsWith(brand) ? text : capitalised(text);
}

/** A sentence in capitals as other sentences; the brand as it is written. */
function calmed(sentence: string, brand: string): string {
  const words = sentence.match(/\p{L}{2,}/gu) ?? [];
  const shouted = words.filter((word) => word === word.toUpperCase() && word !== word.toLowerCase());
  if (words.length < 4 || shouted.length < words.length * 0.8) return sentence;
  const calm = sentence.replace(/\S+/gu, (word) => (ACRONYM.test(word) ? word : word.toLowerCase()));
  return brand === '' ? calm : calm.replaceAll(brand.toLowerCase(), () => brand);
}

function withoutSigns(text: string, found: ReturnType<Composition['findings']>): string {
  return found
    .filter(({ rule }) => SIGNS.has(rule))
    .toSorted((one, other) => other.start - one.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
}

/** The pieces from the beginning that have room, in their order. */
function fitting(pieces: readonly Piece[], room: number): Piece[] {
  const chosen: Piece[] = [];
  for (const piece of pieces) if (lengthOf(joined([...chosen, piece])) <= room) chosen.push(piece);
  return chosen;
}

function joined(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text, gap }, place) => (place === pieces.length - 1 ? text : text + gap))
    .join('')
    .trim();
}
