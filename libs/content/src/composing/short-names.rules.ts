// The name of a product as short as a sentence needs it, for the offline composers.
import { isForm, LEAST } from '../checks/keywords.rules.ts';
import { COMPOUNDING } from '../checks/shape.rules.ts';
import { stemsOf } from '../checks/similarity.rules.ts';
import { lengthOf, tellingWords } from '../findings/languages.rules.ts';
import { UNITS } from '../vocabulary/units.rules.ts';
import { coresOf, nameOf } from './names.rules.ts';
import type { Composition } from './port.ts';
import { OPEN_END } from './unproven.rules.ts';

/** An English word that is no thing. */
const QUALITY = /(?:less|(?<!^t|^c)able|ible|proof|ous)$/iu;
/** Small words that hold nothing together. */
const LOOSE = /^(?:or|up|off|on|out|over|plus|oder|ou|o|e)$/iu;
/** A word that holds another one in French and Italian, written with it. */
const ELIDED = /^(?:d|l|all|dall|dell|nell|sull)['’]/iu;
/** A word that says what else the product goes with; behind it stand names of other things. */
const COMPATIBLE = /^(?:compatibles?|kompatibel|passend|geeignet|compatibil[ei]|adaptées?|fits)$/iu;
/** A word that may name a thing: no number of a model, and not for whom it is. */
const THING = /^(?!(?:wo)?men['’]?s?$|unisex$|kids['’]?$|boys['’]?$|girls['’]?$)\P{N}*\p{L}{2}\P{N}*$/iu;
/** Words for several things together, which are no name without them. */
const TOGETHER =
  /^(?:(?:set|kit|lot|pack|pair|satz|packung|juego|paquete|confezione|coppia|paire|of|de|di|da|le|the) ?)+$/iu;
/** Figures with their units and nothing behind them. */
const MEASURES = new RegExp(
  `^(?:\\d[\\d.,/-]*[\\s-]?(?:${Object.values(UNITS)
    .map(({ pattern }) => pattern)
    .join('|')})(?:\\s(?:wide|width|long|length|high|height|thick|deep))?(?:\\s|$))+$`,
  'iu',
);
/** Longest name in a script without spaces that needs no shorter one, in code points. */
const MAX_UNSPACED = 10;
/** Longest one up to the word for the kind of thing, where a name is cut before. */
const MAX_TO_HEAD = 75;
/** Most words behind what the category is called by that may be a part of the name: a chocolate cookie, a drill bit set. */
const MOST_BEHIND = 2;
/** Before a figure that is cut off, what it is the figure of. */
const LABEL = /^(?:size|größe)$/iu;
/** Before what a product is for, its name is less often at its end than before what it has: perfect for smores. */
const FOR = /^(?:for|für)$/iu;
/** Fewest words for things that say what a product is, where its category is none of them. */
const LEAST_THINGS = 3;
/** Most words that say what a thing is like, and not what it is. */
const MOST_QUALITIES = 2;
/** Most categories that are looked at, from the nearest one on: those above are departments. */
const MOST_CATEGORIES = 3;
/** An English category that is what things are for, or what they are like: for running there are shoes. */
const NO_THING = /(?:ing|able|ible|less|proof|ous)$/u;
/** One that may be for people, or for a sport, while others are below it. */
const NO_PLURAL = /(?:[^s]|ss)$/u;

/**
 * As much of the name as a sentence needs: up to its first figure, and of words for search alone, which no link holds
 * together, up to what the category is called by.
 */
export function shortNameOf(composition: Composition): string {
  const { input, language } = composition;
  const name = nameOf(composition);
  const category = input.categories.at(-1) ?? '';
  if (!language.spaced) return shortUnspaced(name, category);
  const short = language.headFirst
    ? shortHeadFirst(name.split(' '), composition)
    : shortHeadLast(name, composition);
  return short.join(' ').replace(OPEN_END, '');
}

/** Where the head comes first, the words behind those of the category are for search. */
function shortHeadFirst(all: readonly string[], composition: Composition): readonly string[] {
  const { input, language } = composition;
  const words = all.slice(0, endOf(all, 1));
  const category = stemsOf(input.categories.at(-1) ?? '', language);
  const isNamed = (word: string): boolean =>
    stemsOf(word, language).some((stem) => category.some((name) => isForm(stem, name)));
  const first = words.findIndex(isNamed);
  // Of “Phone Holder” the first word alone is another thing.
  const after = words.findIndex((word, place) => place > first && !isNamed(word));
  return first < 0 || after < 0 ? words : calledBy(words, after, composition);
}

/** Where the head comes last, no word before it names the product: a wipe warmer is not warm, nor is a 3 ring binder a ring. */
function shortHeadLast(name: string, composition: Composition): readonly string[] {
  const heads = headsOf(composition);
  const all = wordsToHead(name, heads[0], composition);
  const isPart = isCutShort(all, composition);
  // By a category above the nearest one an accessory is called as what it belongs to: a guitar capo is no guitar.
  const head = all.findIndex(heads[0]);
  if (head < 0) return calledOtherwise(all.slice(0, endWithoutHead(all, isPart, composition)), composition);
  const words = all.slice(0, endOf(all, head + 1));
  // A coconut oil is among the coconuts of the oils.
  const isOfNearest = isOfCategory(composition);
  const isCalled = (word: string): boolean => heads.some((isOne) => isOne(word)) || isOfNearest(word);
  const next = words.findIndex((word, place) => place > head && !isCalled(word));
  const behind = next < 0 ? [] : words.slice(next);
  const isWhole =
    !isPart && behind.length <= MOST_BEHIND && behind.every((word) => THING.test(word) && !LABEL.test(word));
  return isWhole ? words : calledBy(words, words.length - behind.length, composition);
}

/** A name without the word for the kind of thing; that of the category where it only says what the thing is like: butt lifting. */
function calledOtherwise(words: readonly string[], composition: Composition): readonly string[] {
  const { input, language } = composition;
  const category = input.categories.at(-1) ?? '';
  const [isHead] = headsOf(composition);
  const isThing =
    language.code !== 'en' || words.length > MOST_QUALITIES || !NO_THING.test(words.at(-1) ?? '');
  const isTold = !/[&,/]/.test(category) && input.title.split(/\s+/u).some(isHead);
  return isThing || !isTold ? words : [category];
}

/** True for words of a name that go on, other than with what the product has. */
function isCutShort(words: readonly string[], composition: Composition): boolean {
  const [whole = ''] = coresOf(composition);
  const next = whole.split(' ')[words.length];
  return next !== undefined && (FOR.test(next) || !composition.phrases.linking.test(next));
}

/** The words of a name; up to its head, if its length was cut a little before it. */
function wordsToHead(name: string, isHead: IsHead, composition: Composition): string[] {
  const [whole = ''] = coresOf(composition);
  const words = name.split(' ');
  const all = whole.split(' ');
  const to = all.findIndex(isHead) + 1;
  const isNear = to > words.length && lengthOf(all.slice(0, to).join(' ')) <= MAX_TO_HEAD;
  const isOne = !all.slice(0, to).some((word, place) => place > 1 && composition.phrases.linking.test(word));
  return isNear && isOne ? all.slice(0, to) : words;
}

/** The words up to a place, unless those behind it are held together, or it would be no name. */
function calledBy(words: readonly string[], after: number, composition: Composition): readonly string[] {
  const isLinked = words.slice(after).some((word) => isLink(word, composition));
  const isQuality = after === 1 && QUALITY.test(words[0] ?? '');
  return isLinked || isQuality ? words : words.slice(0, after);
}

/** Where a name may end from a place on: before a figure, or what it goes with. */
function endOf(words: readonly string[], from: number): number {
  const end = words.findIndex(
    (word, place) => place >= from && (COMPATIBLE.test(word) || isCut(words, place)),
  );
  return end < 0 ? words.length : end;
}

/** True for a figure that what stands before it is a name without. */
function isCut(words: readonly string[], place: number): boolean {
  const before = words.slice(0, place);
  return (
    /^\d/u.test(words[place] ?? '') &&
    before.some((part) => THING.test(part)) &&
    !/^(?:en|in|to|x|×)$/iu.test(before.at(-1) ?? '') &&
    !TOGETHER.test(before.join(' '))
  );
}

/**
 * Where a name ends that is not called as its category: before what it goes with, or a measure or a size at its end; and before
 * its first figure, if enough stands there: in German a word may be enough, in English several of a name that was cut.
 */
function endWithoutHead(words: readonly string[], isPart: boolean, composition: Composition): number {
  const { language, phrases } = composition;
  const figure = words.findIndex((_word, place) => isCut(words, place));
  const isLong = words.slice(0, figure).filter((word) => THING.test(word)).length >= LEAST_THINGS;
  const isLast = (place: number): boolean =>
    MEASURES.test(words.slice(place).join(' ')) ||
    (place === words.length - 1 && (isLong || phrases.linking.test(words[place - 1] ?? '')));
  const isEnd = (place: number): boolean =>
    COMPATIBLE.test(words[place] ?? '') ||
    (place === figure && (COMPOUNDING.has(language.code) || (isPart && isLong))) ||
    (isCut(words, place) && isLast(place));
  const end = words.findIndex((_word, place) => place > 0 && isEnd(place));
  return end < 0 ? words.length : end;
}

type IsHead = (word: string) => boolean;

/** Tell whether a word says what a thing is: as the last one of its category, or of those above it, the nearest first. */
function headsOf({ input, language }: Composition): [IsHead, ...IsHead[]] {
  const [nearest = '', ...above] = input.categories.slice(-MOST_CATEGORIES).toReversed();
  const isHeadOf = (category: string, isNoThing: RegExp): IsHead => {
    const head = plainOf(tellingWords(category, language).at(-1)?.text ?? '');
    const isThing = head !== '' && !(language.code === 'en' && isNoThing.test(head));
    return (word) => isThing && partsOf(word).some((part) => isForm(plainOf(part), head));
  };
  return [isHeadOf(nearest, NO_THING), ...above.map((category) => isHeadOf(category, NO_PLURAL))];
}

/** Tells whether a word is one of the words of the nearest category. */
function isOfCategory({ input, language }: Composition): (word: string) => boolean {
  const category = tellingWords(input.categories.at(-1) ?? '', language).map(({ text }) => plainOf(text));
  return (word) => !NO_THING.test(word) && category.some((name) => isForm(plainOf(word), name));
}

/** What a word names: a planner and a calendar in one are two things, a bed and no spring are none. */
function partsOf(word: string): string[] {
  const parts = word.split('/');
  return parts.every((part) => THING.test(part) && part.length >= LEAST) ? parts : [];
}

/** A word as it is compared: the plural of a German one may have an umlaut. */
function plainOf(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/** A long name in a script without spaces as far as its category is called so. */
function shortUnspaced(name: string, category: string): string {
  if (lengthOf(name) <= MAX_UNSPACED) return name;
  const called = [category, category.slice(-3), category.slice(-2)].find(
    (word) => lengthOf(word) > 1 && name.includes(word),
  );
  return called === undefined ? name : name.slice(0, name.indexOf(called) + called.length);
}

/** True for a word that holds others together, but for those of a list. */
function isLink(word: string, { language, phrases }: Composition): boolean {
  if (LOOSE.test(word) || word === phrases.and.trim()) return false;
  return tellingWords(word, language).length === 0 || ELIDED.test(word);
}
