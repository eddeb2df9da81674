// The pieces of a product's own title, and which of them names the product, for the offline composers.
import { pairsOf } from '../checks/similarity.rules.ts';
import { lengthOf, tellingWords } from '../findings/languages.rules.ts';
import { termsIn } from '../vocabulary/lexicon.rules.ts';
import { tokensOf } from '../words/tokens.rules.ts';
import type { Phrases } from './phrases/phrases.rules.ts';
import type { Composition } from './port.ts';
import { OPEN_END, partBehindClaims, provenPart } from './unproven.rules.ts';

/** A dash from a figure to another one, from a measure to another one, and from a month of a year to another one. */
const UNIT = /(?:[µmck]?m|k?g|[mc]?[lL]|m?Ah|k?[WV]|k?Hz|°[CF]|oz|lbs?|in|inch(?:es)?|ft|feet)(?!\p{L})/u
  .source;
const MONTH = /\p{Lu}\p{L}{2,8}\.? (?:19|20)\d\d(?!\d)/u.source;
const RANGE = [
  '(?<=[\\d"”″])\\s+[-–—]+\\s+\\d',
  `(?<=\\d ?${UNIT})\\s+[-–—]+\\s+\\d[\\d.,]* ?${UNIT}`,
  `(?<=${MONTH})\\s+[-–—]+\\s+${MONTH}`,
].join('|');
/** Separators between two pieces of a source title. */
const SEPARATORS = new RegExp(
  `(?!${RANGE})\\s+[-–—]+\\s+|${/\s+[|•·~=]+\s+|\s*[;|【】[\]()（）]+\s*|\s+,\s*|,(?!\d)\s*|[:：、，]\s*(?!\d)|\s+\/\s+/u.source}`,
  'u',
);
/** Pieces that tell one product of a name from another, or how many there are. */
const NO_NAME =
  /^(?:(?:us|uk|eu|international|latest|new|\d+(?:st|nd|rd|th)) (?:version|generation|model)|(?:\S+ ){0,3}(?:refurbished|renewed|pack|packs|pcs|pieces)|\d[\d.,/]* ?\p{L}+(?: \d\S*)?|set of \d+|lot de \d+.*)$/iu;
/** A piece that says how new it is or how many one gets, and one that says for whom, in a script without blanks. */
const NEWEST = /^买.{0,3}$|^(?:20\d\d年?)?(?:最新|新型|新款|進化|改良|アップグレード|升级|第.代)\S{0,6}$/u;
const FOR_WHOM =
  /^(?:大人|子供|キッズ|男女|女性|男性|メンズ|レディース|男士|女士|儿童|成人)(?:用|兼用|专用|通用)?$/u;
/** What belongs to a set, part by part in brackets. */
const CONTENTS = /\s*[([]\d[^()[\],]*(?:,\s*\d[^()[\],]*)+[)\]]/gu;
/** A size as a piece of its own. */
const SIZE =
  /^(?:(?:us|uk|eu|fr|it|de|size|größe|taille|pointure|talla|taglia)\s?(?:\d{1,3}(?:[.,]5)?|x{0,4}[sml])|[\d.,/\s×x-]*\d\s?(?:mm|cm|m|in|ft|"|”|″))$/iu;
/** For whom it is, as a piece of its own. */
const AUDIENCE =
  /^(?:(?:men|women|unisex|kids|boys|girls|hombre|mujer|niñ[oa]s?|homme|femme|enfants?|uomo|donna|bambin[oi]|herren|damen|kinder|and|und|et|y|e)[\s/,&+]*)+$/iu;
/** A piece with which a list of what belongs to the product begins. */
const BEGIN_OF_CONTENTS =
  /^(?:includ(?:es|ing)|enthält|comprend|inclut|incluye|contiene|include|comprende)(?!\p{L})/iu;
/** Most words of a thing in such a list. */
const MOST_OF_THING = 3;
/** A piece that ends with the name of a thing that the product is for. */
const FOR_NAMES =
  /(?:^|\s)(?:pour|para|per|für|for|compatibles? (?:avec|con|with)|kompatibel mit|compatibil[ei] con) (?:i?\p{Lu}\S*|\d\S*)(?: (?:i?\p{Lu}\S*|\d\S*))*$/u;
/** A piece that ends with what the product is for, in one word; the words after it are further uses. */
const FOR_ONE = /(?:^|\s)(?:pour|para|per|für|for) \p{L}+$/u;
const ONE_WORD = /^\p{Ll}+$/u;
/** In a script without spaces the pieces before the one that the category is called by belong to the name, unless there are so many. */
const MAX_BEFORE = 3;
/** Longest name of a product within a sentence, in code points. */
const MAX_NAME = 60;
/** The end of a brand that words may follow without a blank. */
const UNSPACED_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]$/u;
/** Stands in the place of the brand while a title is taken apart. */
const MARK = '\u0001';

/** What the product is, as its title says it; "" when that is nothing. */
export function nameOf(composition: Composition): string {
  const [name = ''] = coresOf(composition);
  if (lengthOf(name) <= MAX_NAME) return name;
  const words = name.split(' ');
  const link = words.findIndex((word, place) => place > 1 && composition.phrases.linking.test(word));
  const fitting = words.filter((_word, place) => lengthOf(words.slice(0, place + 1).join(' ')) <= MAX_NAME);
  return (link > 1 ? words.slice(0, Math.min(link, fitting.length)) : fitting)
    .join(' ')
    .replace(OPEN_END, '');
}

/** The pieces of the source's title, without the brand. */
export function piecesOf(composition: Composition): string[] {
  return markedPieces(composition)
    .map(unmarked)
    .filter((piece) => /\p{L}|\d/u.test(piece));
}

/** The pieces without the single words of a list, such as of rooms; a list of what belongs to the product is one piece. */
export function piecesWithoutLists(composition: Composition): string[] {
  const { language } = composition;
  const pieces = withContents(composition);
  const listed = pieces.filter(
    (piece) => language.spaced && /^\p{L}+$/u.test(piece) && !isFact(piece, language),
  );
  return listed.length > 2 ? pieces.filter((piece) => !listed.includes(piece)) : pieces;
}

/**
 * The pieces, of which those from “Includes a” to “b and c” are one: each alone would say less than the list, or nothing. A piece
 * that is no bare thing ends the list, and what follows belongs to something else.
 */
function withContents(composition: Composition): string[] {
  const pieces = piecesOf(composition);
  const { and, partGap } = composition.phrases;
  const begin = pieces.findIndex((piece) => BEGIN_OF_CONTENTS.test(piece));
  if (begin < 0 || pieces[begin]?.includes(and)) return pieces;
  const isThing = (words: string): boolean =>
    !/\p{N}/u.test(words) && words.split(' ').length <= MOST_OF_THING && !isFact(words, composition.language);
  const rest = pieces.slice(begin + 1);
  const last = rest.findIndex((piece) => piece.includes(and) || !isThing(piece));
  const isList = rest[last]?.includes(and) && rest[last].split(and).every(isThing);
  if (!isList) return pieces;
  const list = [pieces[begin], ...rest.slice(0, last + 1)].join(partGap);
  return [...pieces.slice(0, begin), list, ...rest.slice(last + 1)];
}

/** True for a piece that tells a material or a colour. */
function isFact(piece: string, { code }: Composition['language']): boolean {
  const { material, colour } = termsIn(tokensOf(piece), code);
  return material.length + colour.length > 0;
}

/** Those that a title may have: “YouTube” of “for Photography, YouTube” is none; but the cars stay that the product itself is for. */
export function titlePieces(composition: Composition): string[] {
  const pieces = piecesWithoutLists(composition);
  const isOther = (place: number): boolean => beginOfNames(place, pieces) > 0;
  return pieces.filter(
    (piece, place) => !isOther(place) || /\p{N}/u.test(piece) || isFact(piece, composition.language),
  );
}

/** The place of the piece with the first name of things that the product is for, “pour MacBook, iPhone 15”, of which a piece is a later one; or -1. */
function beginOfNames(place: number, pieces: readonly string[]): number {
  const use = pieces.findLastIndex((other, at) => at < place && !ONE_WORD.test(other));
  if (ONE_WORD.test(pieces[place] ?? '') && FOR_ONE.test(pieces[use] ?? '')) return use;
  if (!isOnlyNames(pieces[place] ?? '')) return -1;
  const from = pieces.findLastIndex((other, at) => at < place && !isOnlyNames(other));
  return FOR_NAMES.test(pieces[from] ?? '') ? from : -1;
}

function isOnlyNames(piece: string): boolean {
  return piece.split(' ').every((word) => /^(?:i?\p{Lu}|\d)/u.test(word));
}

/** The pieces that say something by themselves: no words of a list, no size, and not for whom it is. */
export function tellingPieces(composition: Composition): string[] {
  const pieces = piecesWithoutLists(composition);
  const single = pieces.filter((_piece, place) => beginOfNames(place, pieces) < 0);
  return single.filter((piece) => !SIZE.test(piece) && !AUDIENCE.test(piece));
}

/** What may be the name of the product, the likeliest first: what its category is called, or stands beside its brand. */
export function coresOf(composition: Composition): string[] {
  const { language } = composition;
  const marked = markedPieces(composition);
  const pieces = marked.map(unmarked);
  if (!language.spaced) return unspacedCores(pieces.filter(Boolean), composition);
  const isTelling = (piece: string): boolean =>
    (tellingWords(piece, language).length > 1 || /\p{L}{3,} ?\p{N}/u.test(piece)) &&
    ![NO_NAME, SIZE, AUDIENCE].some((kind) => kind.test(piece));
  const besideBrand = marked
    .filter((piece, place) => piece.includes(MARK) && (place === 0 || !piece.trimEnd().endsWith(MARK)))
    .map(unmarked)
    .filter(isTelling);
  const ranked = [
    ...besideBrand,
    ...pieces.filter(isTelling),
    ...pieces.filter((piece) => /\p{L}/u.test(piece)),
  ];
  return [...new Set(ranked.map((piece) => piece.replace(OPEN_END, '')))];
}

/** In a script without spaces: all up to the piece that the category is called by. */
function unspacedCores(pieces: readonly string[], { input, language }: Composition): string[] {
  const category = new Set(pairsOf(input.categories.at(-1) ?? ''));
  const isNamed = (piece: string): boolean =>
    !FOR_WHOM.test(piece) && pairsOf(piece).some((pair) => category.has(pair));
  const place = pieces.findIndex(isNamed);
  const before = place < MAX_BEFORE ? 0 : place;
  const whole = place >= 0 ? [pieces.slice(before, place + 1).join(' ')] : [];
  return [...whole, ...pieces.filter((piece) => language.letter.test(piece))];
}

/** The pieces of titles that were taken apart: each kind of text asks for them several times. */
const taken = new WeakMap<Composition['input'], readonly string[]>();

function markedPieces(composition: Composition): readonly string[] {
  const { input } = composition;
  const pieces = taken.get(input) ?? takenApart(composition);
  taken.set(input, pieces);
  return pieces;
}

function takenApart({ input, language, phrases }: Composition): string[] {
  const { title, productType, keywords, features, brand } = input;
  const source = title || productType || keywords[0] || features[0] || '';
  const parted = withoutBrand(source.replace(CONTENTS, ''), brand).split(SEPARATORS);
  const pieces = language.spaced ? parted : parted.flatMap((piece) => piece.split(/\s+/));
  const told = pieces
    .map((piece) => withoutTalk(piece, phrases))
    .filter((piece, place) => (piece !== '' || pieces[place] === '') && !NEWEST.test(piece));
  const all = told.map((piece) => provenPart(piece, language)).filter((piece) => piece !== '');
  const most = language.spaced ? 1 : MAX_BEFORE;
  const proven = input.isDoubtful ? all.filter((piece) => !FOR_WHOM.test(piece)).slice(0, most) : all;
  // Without blanks a piece may be the whole title; its category names the product without a claim.
  const called = language.spaced ? [] : input.categories.slice(-1);
  const behind = told
    .map((piece) => partBehindClaims(piece, language))
    .filter((piece) => isName(piece, language));
  // A piece that was cut before a claim is a name, such as “Crema”, which may be a colour.
  const isNamed = (some: readonly string[]): boolean =>
    some.some((piece) => isName(piece, language) || !told.includes(piece));
  return [proven, [...called, ...proven], [...behind, ...proven], told].find(isNamed) ?? pieces;
}

/** False for a piece that says only for whom the product is, of which size or colour, or how many there are. */
function isName(piece: string, { code }: Composition['language']): boolean {
  const said = unmarked(piece);
  const { colour } = termsIn(tokensOf(said), code);
  return (
    /\p{L}/u.test(said) &&
    ![NO_NAME, SIZE, AUDIENCE, FOR_WHOM].some((kind) => kind.test(said)) &&
    !colour.some(({ start, end }) => start === 0 && end === said.length)
  );
}

/** As much of a piece as is about the product. */
function withoutTalk(piece: string, { giving, praise }: Phrases): string {
  const calm = praise ? piece.replace(praise, '') : piece;
  const place = calm.search(giving);
  return (place < 0 ? calm : calm.slice(0, place)).trim();
}

function unmarked(piece: string): string {
  return usableWords(piece.replaceAll(MARK, ' '));
}

function withoutBrand(title: string, brand: string): string {
  if (!brand) return title;
  if (UNSPACED_END.test(brand) && title.includes(brand)) return title.replaceAll(brand, MARK);
  const name = brand
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/ (?:&|and) /giu, ' (?:&|and|und|et|y|e) ');
  const pattern = new RegExp(
    `(\\s(?:by|from|von|par|di|de)\\s+)?(?<![\\p{L}\\p{N}])${name}(?:'s)?(?![\\p{L}\\p{N}-]|&\\p{L})`,
    'giu',
  );
  const marked = title.replace(pattern, (_all, by?: string) => (by === undefined ? MARK : ' '));
  if (marked !== title) return marked;
  // The brand without its accents, or the first word of a longer name.
  const [first = ''] = brand.split(' ');
  const other = [brand, first].find((word) => word.length > 3 && beginsWith(title, word));
  return other === undefined ? title : MARK + title.slice(other.length);
}

function beginsWith(text: string, word: string): boolean {
  return plain(text).startsWith(plain(word)) && !/^[\p{L}\p{N}]/u.test(text.slice(word.length));
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The text without forbidden signs and without the words that contain `$ _ { } ^ ¬ ¦`. */
export function usableWords(text: string): string {
  return text
    .split(/\s+/)
    .filter((word) => !/[$_{}^¬¦]/.test(word))
    .join(' ')
    .replace(/[!?！？]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,.;:&+/*–—=-]+|(?:[\s,;:&/*–—.=-]|(?<=\s)\++)+$/gu, '')
    .trim();
}
