// Spelling: English as it is written where a text is for, whichever way it came.
import type { Language } from '../findings/languages.rules.ts';

/** An American and a British beginning of words, and the endings with which they are the same word. */
type Row = readonly [american: string, british: string, endings: string];

const OUR =
  'col|multicol|watercol|discol|flav|fav|sav|neighb|harb|od|vap|arm|hum|lab|behavi|hon|rum|vig|splend|parl|tum|endeav';
const RE =
  'cent|epicent|fib|microfib|lit|met|theat|calib|lust|somb|kilomet|centimet|millimet|micromet|millilit|centilit';
const DOUBLED =
  'travel|cancel|model|level|label|panel|swivel|bevel|jewel|enamel|tunnel|channel|signal|fuel|tassel|shovel|stencil';
const ISE =
  'organ|custom|personal|minim|maxim|stabil|steril|moistur|optim|equal|synchron|deodor|vapor|pressur|revital|energ|neutral|harmon|recogn|util|special|sanit|visual|emphas|modern|standard|normal|winter|categor|util|container|tender|atom';

/** Spellings outside of the United States. */
const ABROAD: readonly Row[] = [
  ...rowsOf(OUR, 'or', 'our', '|s|ed|ful|fully|ing|ings|less|ite|ites|able|way|ways|fast|hood|y|er|ers'),
  ...rowsOf(RE, 'er', 're', '|s'),
  ...rowsOf(DOUBLED, '', 'l', 'ed|er|ers|ing'),
  ['center', 'centre', 'piece|pieces'],
  ['center', 'centr', 'ed|ing'],
  ['fiber', 'fibre', 'glass|board'],
  ['gray', 'grey', '|s|ish'],
  ['jewelry', 'jewellery', ''],
  ['catalog', 'catalogue', '|s'],
  ['license', 'licence', '|s'],
  ['plow', 'plough', '|s'],
  ['woolen', 'woollen', '|s'],
  ['maneuver', 'manoeuvre', '|s'],
  ['maneuverab', 'manoeuvrab', 'le|ility'],
  ['defense', 'defence', '|s'],
];
/** Spellings that Canada shares with the United States. */
const ABROAD_BUT_CANADA: readonly Row[] = [
  ...rowsOf(ISE, 'iz', 'is', 'e|es|ed|er|ers|ing|able|ation'),
  ['mold', 'mould', '|s|ed|ing|ings'],
  ['pajama', 'pyjama', '|s'],
  ['tire', 'tyre', '|s'],
  ['coz', 'cos', 'y|ier|iest|ily|iness'],
  ['analog', 'analogue', ''],
  ['orthopedic', 'orthopaedic', ''],
  ['airplane', 'aeroplane', '|s'],
  ['aluminum', 'aluminium', ''],
];
/** Words that are others outside of North America: those that mean the same in American ones, and those that mean more. */
const WORDS: readonly Row[] = [
  ['diaper', 'nappy', ''],
  ['diapers', 'nappies', ''],
  ['stroller', 'pushchair', '|s'],
];
const WIDER_WORDS: readonly Row[] = [
  ['flashlight', 'torch', ''],
  ['flashlights', 'torches', ''],
  ['faucet', 'tap', '|s'],
  ['pacifier', 'dummy', ''],
  ['pacifiers', 'dummies', ''],
  ['sneakers', 'trainers', ''],
  ['trash can', 'bin', '|s'],
  ['comforter', 'duvet', '|s'],
];
/** A word, or several that are one. */
const WORD = /trash cans?|\p{L}+/giu;
/** An American spelling that is right in Britain too, of another thing: a meter measures. Behind a figure it is a length. */
const METER = /^meters?$/;
const MEASURED = /(?:\d|square|cubic|per)[\s-]$/i;
/** Names that are spelt so everywhere. */
const NAMES = ['Earl Grey', 'Lady Grey', 'Pearl Harbor'];

const swapped = (rows: readonly Row[]): Row[] =>
  rows.map(([american, british, endings]) => [british, american, endings]);
const AMERICAN = wordsOf(swapped([...ABROAD, ...ABROAD_BUT_CANADA, ...WORDS]));
const CANADIAN = wordsOf(ABROAD);
const BRITISH = wordsOf([...ABROAD, ...ABROAD_BUT_CANADA, ...WORDS, ...WIDER_WORDS]);

function rowsOf(stems: string, american: string, british: string, endings: string): Row[] {
  return stems.split('|').map((stem) => [`${stem}${american}`, `${stem}${british}`, endings]);
}

/** Each word by itself in lower case. */
function wordsOf(rows: readonly Row[]): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap(([from, to, endings]) =>
      endings.split('|').map((ending) => [`${from}${ending}`, `${to}${ending}`] as const),
    ),
  );
}

/** Spells the texts of a language as they are where its tag is from; without a region, and in names, as they are given. */
export function spellingOf(
  { tag }: Pick<Language, 'tag'>,
  names: readonly string[] = [],
): (text: string) => string {
  const words = wordsAt(tag);
  if (!words) return (text) => text;
  const kept = [...names.filter(Boolean).flatMap((name) => [name, name.toUpperCase()]), ...NAMES];
  const apart = new RegExp(`(?<!\\p{L})(${kept.map(escaped).join('|')})(?!\\p{L})`, 'u');
  return (text) =>
    text
      .split(apart)
      .map((part, place) => (place % 2 === 1 ? part : spelt(part, words)))
      .join('');
}

function wordsAt(tag: string): ReadonlyMap<string, string> | undefined {
  if (!/^en-[A-Z]{2}$/.test(tag)) return undefined;
  return { 'en-US': AMERICAN, 'en-CA': CANADIAN }[tag] ?? BRITISH;
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Each whole word, written as large as it was. */
function spelt(text: string, words: ReadonlyMap<string, string>): string {
  return text.replace(WORD, (word, place: number) => {
    const key = word.toLowerCase();
    const other = words.get(key);
    const isDevice = METER.test(key) && !MEASURED.test(text.slice(Math.max(0, place - 8), place));
    return other === undefined || isDevice ? word : asLarge(other, word);
  });
}

function asLarge(word: string, like: string): string {
  if (like === like.toUpperCase()) return word.toUpperCase();
  return like.charAt(0) === like.charAt(0).toUpperCase()
    ? word.charAt(0).toUpperCase() + word.slice(1)
    : word;
}
