// Cleans texts of source data for the offline composers: markup, decoration, shouting, and sentences of sellers.
import { segments, type Language } from '../findings/languages.rules.ts';
import { decoded } from '../source-data/entities.rules.ts';
import { keyOf } from './details.rules.ts';
import { typeset } from './measures.rules.ts';
import type { Phrases } from './phrases/phrases.rules.ts';

/** Mathematical letters, which sellers use as bold ones. */
const STYLED = /[\u{1d400}-\u{1d7ff}]+/gu;
/** Signs that decorate a text and say nothing. */
const DECORATION = /[﹡●◆◇■□▶►※◎\u2600-\u27bf]+|[*~=_]{3,}/gu;

/** Pictures and signs between the parts of a title. */
const TITLE_DECORATION = new RegExp(`\\p{Extended_Pictographic}\\ufe0f?|${DECORATION.source}`, 'gu');
/** Words in capitals one after another, and what stands between them. */
const SHOUTED_RUN = /(?<![\p{L}\p{N}])\p{Lu}[^\p{Ll}|,;]*(?![\p{L}\p{N}])/gu;
/** Words in capitals that begin a line in others. */
const SHOUTED_START = /^\p{Lu}{2,}(?:\s\p{Lu}{2,})+(?=\s\p{Ll})/u;
/** A label in capitals behind another value. */
const SHOUTED_LABEL = /(?<=[,;.]\s)\p{Lu}{4,}(?=\s?:)/gu;
/** Abbreviations, which keep their capitals. */
const ACRONYM =
  /^(?:[A-Z]{1,2}|USB|LED|BPA|PVC|TPE|TPU|SPF|UPF|UVA|UVB|ABS|HDMI|IP[X\d]\w*|HEPA|RGB|DIY|RFID|GPS|PET|[OQ]LED|EVA|NFC|AUX|SSD|HDD|SUV|SIM|RAM|LAN|WLAN|WIFI|DAB|NAS|MDF|HDF|ECE|ESE|DOP|IGP|AOP|DOC|DOCG|UHD|LCD|ISO|DIN|OEM|VIN|MIDI|SATA|ROM|GMO|OGM|STEM|\w*\d\w*)$/;
/** An abbreviation by its want of vowels. */
const VOICELESS = /^[B-DF-HJ-NP-TV-XZ]{2,4}$/;
/** Words of two letters that are none. */
const SHORT =
  /^(?:TO|OF|IN|ON|AT|BY|UP|IS|OR|NO|SO|DE|LA|LE|EL|EN|ET|UN|SU|SE|SI|LO|YA|ES|MI|TE|TU|AL|AU|OU|IL|LI|DI|DA|IM|ZU|ER)$/;
/** A word of three letters that is spoken as one, and no abbreviation. */
const SPOKEN =
  /^(?:[^AEIOUÁÉÍÓÚÀÈÌÒÙÄÖÜ]?[AEIOUÁÉÍÓÚÀÈÌÒÙÄÖÜ][^AEIOUÁÉÍÓÚÀÈÌÒÙÄÖÜ]|[AEIOU][^AEIOU][AEIOU])$/u;
/** A figure with its unit, of which the unit may be in small letters. */
const MEASURE = /\d[\d.,]*\s?(?:\p{L}{1,2}(?!\p{L}))?/gu;
/** Words that stand in capitals for their weight alone. */
const LOUD =
  /(?<=\p{Ll}[,;]?\s)(?:NOT|NO|NON|NICHT|KEINE?|NUR|ODER|UND|ONLY|SOLO|PAS|NEVER|ALWAYS|ALL|AND|OR)(?=\s\p{Ll})/gu;
/** Words that join others, in capitals. */
const SMALL =
  /(?<=\s)(?:A|AL|ALLA|AM|AU|AUF|AUX|AVEC|AUS|BEI|BY|CON|DA|DE|DEL|DES|DI|DU|E|EL|EN|ET|FOR|FROM|FÜR|IM|IN|IS|IST|LA|LAS|LE|LES|LOS|MIT|OF|OHNE|ON|OR|OU|PAR|PARA|PER|POR|POUR|SANS|SENZA|SIN|SU|SUR|THE|TO|UN|UNA|UND|VON|WITH|AND|Y|ZU|ZUM)(?=\s[\p{L}\p{N}])/gu;

/** A heading that a feature has between two signs, in front of one, or in capitals alone. */
const BETWEEN_SIGNS =
  /^\s*([★☆◆◇●■♪♫※✦✪]|\p{Extended_Pictographic}\ufe0f?)\s*([^★☆◆◇●■♪♫※✦✪\p{Extended_Pictographic}\n]{2,40}?)\s*\1\s*(?=\S)/gmu;
const BEFORE_SIGN =
  /^(\s*(?:\p{Extended_Pictographic}\ufe0f?\s*)?)(\p{Lu}[^\p{Ll}:：\n]{3,50}?)\s*\p{Extended_Pictographic}\ufe0f?\s*(?=[\p{L}\d])/gmu;
const IN_CAPITALS =
  /^(\s*(?:[\p{Extended_Pictographic}\u2600-\u27bf]\ufe0f?\s*)?)(?=[^\p{Ll}\n]*\p{Lu}{4})(?![^\p{Ll}\n]{3,60}[:：–—-] )((?:\d+%?|\p{Lu}{2,}|&)(?:[ -](?:\p{Lu}+|\d+|&))*(?: \p{Lu}{3,})|\p{Lu}{6,})(?:\.?\s+(?=\p{Lu}\p{Ll}|\d)|\s+(?!(?:and|that|with|for|of|to|in|im|am|aus|für|mit|von|und|avec|de|des|d['’]|en|et|pour|que|con|y|para|e|di|da|per)(?!\p{L}))(?=\p{Ll}))/gmu;

/** A feature with its heading in brackets, however it is set off. */
export function withHeading(feature: string, brand: string): string {
  const named = (all: string, sign: string, words: string): string =>
    brand !== '' && words.startsWith(brand.toUpperCase()) ? all : `${sign}【${words}】`;
  return feature
    .replace(BETWEEN_SIGNS, '【$2】')
    .replace(BEFORE_SIGN, '$1【$2】')
    .replace(IN_CAPITALS, named);
}

/** A text without markup, pictures and trademark signs; runs of blanks within a line become one blank. */
export function tidy(text: string): string {
  return plain(text).split('\n').map(calmed).join('\n').trim();
}

function plain(text: string): string {
  const unmarked = text.replace(/<br ?\/?>|<\/(?:p|li|div|h\d)>/gi, '\n').replace(/<\/?[a-z][^<>]*>/gi, ' ');
  return decoded(unmarked)
    .replace(/(?<=\p{Ll}|\p{Lo}) ?(?:\p{Extended_Pictographic}\ufe0f?)+ (?=\p{Lu}\p{Ll})/gu, '. ')
    .replace(/\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u200d\u20e3\ufe0e\ufe0f]|[™®©†‡]/gu, '')
    .replace(/(?<=\d ?)~(?= ?\d)/g, '-')
    .replace(/(?<=\p{Lo})[◎♪](?=\p{L})/gu, '。')
    .replace(/＼([^＼／\n]*)／/gu, '$1')
    .replace(/(?:…|\.{2,})\s*(?=\p{Ll})/gu, ', ')
    .replace(/…/g, '.')
    .replace(
      /(?<=(?<![\d.])\d{1,3})\. (?=\d{1,2}(?:["″”]| ?(?:lbs?|oz|in|inch(?:es)?|ft|mm|cm|kg|g)(?!\p{L})))/gu,
      '.',
    )
    .replace(STYLED, (letters) => letters.normalize('NFKC'))
    .replace(DECORATION, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n');
}

/**
 * A title, with a separator in the place of each decoration, and calm where more than a name is in capitals: two words of three
 * letters may be a model.
 */
export function tidyTitle(text: string): string {
  const parted = text
    .replace(/^\s*new\s*!+\s*/iu, '')
    .replace(/[™®©]/gu, '')
    .replace(TITLE_DECORATION, ' | ');
  const title = plain(parted).replace(/^[\s|]+|[\s|]+$/gu, '');
  return isShouted(title)
    ? calm(title)
    : title.replace(SHOUTED_RUN, (run) => ((run.match(/\p{Lu}{4,}/gu)?.length ?? 0) > 2 ? calm(run) : run));
}

/** A line in capitals as words with a capital each, or a short one as a sentence; shorter words may be abbreviations. */
function calmed(line: string): string {
  if (isShouted(line)) return calm(line);
  const words = line.replace(MEASURE, '');
  const isShort =
    /\p{Lu}{4,}/u.test(words) &&
    (words.match(/\p{Lu}{3,}/gu)?.length ?? 0) > 1 &&
    /^[^\p{Ll}\p{N}:–—-]+$/u.test(words);
  return isShort
    ? asSentence(line)
    : line
        .replace(SHOUTED_START, asSentence)
        .replace(LOUD, (word) => word.toLowerCase())
        .replace(SHOUTED_LABEL, (label) => capitalised(label.toLowerCase()));
}

/** True for a word that keeps its capitals. */
export function isAbbreviation(word: string): boolean {
  return (ACRONYM.test(word) || VOICELESS.test(word)) && !SHORT.test(word);
}

/** True for four words or more of which most are in capitals. */
function isShouted(line: string): boolean {
  const words = line.match(/\p{L}{4,}/gu) ?? [];
  const shouted = words.filter((word) => word === word.toUpperCase() && word !== word.toLowerCase());
  return words.length >= 4 && shouted.length >= words.length * 0.8;
}

/** Words in capitals as the beginning of a sentence, but for abbreviations. */
function asSentence(words: string): string {
  return words
    .replace(SMALL, (word) => word.toLowerCase())
    .replace(/\p{L}[\p{L}\p{N}]*/gu, (word, place: number) =>
      isAbbreviation(word)
        ? word
        : (place === 0 ? word.charAt(0) : word.charAt(0).toLowerCase()) + word.slice(1).toLowerCase(),
    )
    .replace(/(?<=^made in )\p{Ll}/iu, (first) => first.toUpperCase());
}

/** Words in capitals with a capital each; what follows a figure and a hyphen has none. */
function calm(text: string): string {
  return text
    .replace(SMALL, (word) => word.toLowerCase())
    .replace(/(?<=\d-)\p{Lu}{4,}/gu, (word) => word.toLowerCase())
    .replace(/(?<![\p{L}\p{N}’'-])\p{Lu}{3}(?![\p{L}\p{N}-])/gu, (word) =>
      SPOKEN.test(word) && !isAbbreviation(word) ? capitalised(word.toLowerCase()) : word,
    )
    .replace(/\p{Lu}{4,}/gu, (word) => (isAbbreviation(word) ? word : capitalised(word.toLowerCase())));
}

/**
 * The sentences of a text, without seller talk, labels of nothing, and sentences that refer to one that is left out. A line break
 * ends a sentence too.
 */
export function sentencesOf(
  text: string,
  language: Language,
  { sellerTalk, referring, labels }: Phrases,
): string[] {
  let isAfterGap = false;
  return text
    .split(/\n|(?:^|\s)[•●▪◆★✔✓*]+\s*/u)
    .flatMap((line) =>
      wholeSentences(segments(apart(line), language, 'sentence').map(({ text: part }) => part)),
    )
    .map((sentence) => calmed(bare(language.spaced ? spaced(sentence) : sentence)))
    .filter((sentence) => {
      const isKept =
        isSaying(sentence) &&
        !NOTES.test(sentence) &&
        !sellerTalk.test(sentence) &&
        keyOf(sentence.replace(/[.:：。]$/u, ''), labels) === undefined &&
        !(isAfterGap && referring.test(sentence));
      isAfterGap = !isKept;
      return isKept;
    })
    .map((sentence) => typeset(sentence, language));
}

/** The number of the next item of a list, and an item with a label that may stand before it: “1. Type: Collar 2. Size: L”. */
const NEXT_NUMBER = /(?<![.!?])\s+(\d{1,2})\. ?(?=\p{Lu})/gu;
const LABELLED_ITEM = /(?<!\d)(\d{1,2})\. ?\p{Lu}[^.:]{0,38}:[^:]{1,120}$/u;
/** Characters of a line in which an item is looked for. */
const LONGEST_ITEM = 165;

/** Sentences that stand together without a blank, as in `party.This is`, are parted, and items of a numbered list. */
function apart(line: string): string {
  return line
    .replace(NEXT_NUMBER, (all, number: string, place: number) => {
      const [, before] = LABELLED_ITEM.exec(line.slice(Math.max(0, place - LONGEST_ITEM), place)) ?? [];
      return Number(before) + 1 === Number(number) ? '. ' : all;
    })
    .replace(/(?<=\p{Ll}{2}[.!?])(?=\p{Lu}\p{L})|(?<=\p{Lu}{3}[.!?])(?=\p{Lu}\p{Ll}{2})/gu, ' ')
    .replace(/(?<=\p{Ll}{3}[.!?])(?=\d+ \p{L}{3})/gu, ' ')
    .replace(/^(\p{Lu}\p{L}+)!+\s+(?=\p{Lu})/u, '$1: ')
    .replace(RUN_ON, '. ')
    .replace(/([!?。！？])[!?！？]+/gu, '$1')
    .replace(/;\s+(?=\p{Lu})/gu, '. ');
}

/** A sentence with a blank after each comma, and without full-width signs. */
function spaced(sentence: string): string {
  return sentence
    .replace(/[，、]/g, ',')
    .replace(/：/g, ': ')
    .replace(/(?<=[\p{L})°%]),(?=\p{L}|\d{1,3} )|(?<=\d),(?=\p{L}{3})/gu, ', ')
    .replace(/(?<=\p{Ll}{3})\((?=[^()]{4,}\))/gu, ' (')
    .replace(/\s+([,.;:])(?=\s|$)/g, '$1')
    .replace(/\.{2,}/g, '.')
    .replace(/ {2,}/g, ' ');
}

function bare(sentence: string): string {
  return sentence
    .replace(/^[\s•·●▪◆★✔✓*–—\-,，、]+/u, '')
    .replace(LABEL, '')
    .replace(/[!！\s]+$/u, '')
    .replace(/¡(?![^!]*!)/gu, '')
    .trim();
}

function isSaying(sentence: string): boolean {
  return (
    (sentence.match(/\p{L}/gu)?.length ?? 0) > 2 &&
    !/^[.,;)]/.test(sentence) &&
    !TORN.test(sentence) &&
    !ABOUT.test(sentence) &&
    !/^[【[][^】\]]*[】\]]\S?$/u.test(sentence) &&
    (sentence.match(/[(（]/g)?.length ?? 0) === (sentence.match(/[)）]/g)?.length ?? 0) &&
    (sentence.match(JOINED)?.length ?? 0) < 2
  );
}

/** A heading of a whole text in front of its first sentence. */
const LABEL =
  /^(?:product )?(?:descriptions?|features?|specifications?|overview|details)\s*[:：-]?\s+(?=\p{Lu})/iu;
/** A word that begins a sentence, right behind another word. */
const RUN_ON =
  /(?<=\p{Ll}{2}|-\p{Ll}{3})(?=(?:The|This|These|It|You|Your|Approximate|Package|Material|Size|Features?|Specifications?|Product|Our|We|A(?= \p{Ll}))(?!\p{L}))/gu;
/** A heading in front of what a seller says of itself. */
const ABOUT = /^(?:über|about|à propos d(?:e|[’'])|acerca de|sobre|informazioni su) ?\S+(?: \S+)?\.?$/iu;
/** A sentence whose end a marketplace has cut off. */
const TORN = /(?<!\d)\s\p{Ll}\.?$/u;
/** Two words without a blank between them. */
const JOINED = /\p{Ll}{3}\p{Lu}\p{Ll}{2}/gu;
/** Signs of questions, steps, tables, and of other products. */
const NOTES = /[?？①-⑳]|[:：](?:[^:：]*[:：]){2}|#\p{L}|\bB0[0-9A-Z]{8}\b/u;
/** Abbreviations with a full stop, after which a sentence goes on. */
const ABBREVIATION =
  /(?:^|[\s(])(?:mrs?|ms|dr|prof|st|nos?|nr|approx|incl|ca|bzw|z\.\s?b|inkl|vs|inc|jr|sr|fig|max|min|mme|sig|sra?|oz|lbs?|ft|dia|env)\.\s*$/iu;
/** German ones of two words, the first or both; a size S is none. */
const ABBREVIATED_WORDS = /(?:^|[\s(])(?:[dosuz]|z\. B|[su]\. a|d\. h|u\. U|o\. ä)\.\s*$/u;

/** A bracket whose text is taken for another sentence. */
const OPEN = /[(（]\s*$|「[^」]*$/u;

/** Sentences of which none ends at an abbreviation. */
function wholeSentences(parts: readonly string[]): string[] {
  const sentences: string[] = [];
  for (const part of parts) {
    const last = sentences.at(-1);
    const isOpen = last !== undefined && (endsAbbreviated(last) || OPEN.test(last));
    if (isOpen || (last?.endsWith('」') && part.startsWith('と'))) sentences.splice(-1, 1, last + part);
    else sentences.push(part);
  }
  return sentences;
}

/** True for a text whose full stop is that of an abbreviation. */
export function endsAbbreviated(text: string): boolean {
  return ABBREVIATION.test(text) || ABBREVIATED_WORDS.test(text);
}

/** The text with a capital at its front, where its script has capitals; an iPhone keeps its own. */
export function capitalised(text: string): string {
  return text.replace(/^\p{Ll}(?!\p{Lu})/u, (first) => first.toUpperCase());
}

/** The sentence with its full stop, unless it ends with a mark of its own. */
export function terminated(sentence: string, stop: string): string {
  const open = sentence.replace(/[\s,;:：、，–—-]+$/u, '');
  return /[.!?。！？][)"'”’」]?$/u.test(open) ? open : `${open}${stop}`;
}
