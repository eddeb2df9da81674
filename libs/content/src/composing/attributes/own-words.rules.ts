// Which materials and colours that a text names are those of the product as a whole, for the offline composer.
import { coloursOf, isSaidMade, materialsOf, type GroundedText } from '../../checks/grounding.rules.ts';
import { stemsOf } from '../../checks/similarity.rules.ts';
import { placesOf } from '../../checks/wording/wording-check.rules.ts';
import type { Language, Span } from '../../findings/languages.rules.ts';
import { OTHER_COLOURED } from '../../vocabulary/colours.rules.ts';
import type { TermMatch } from '../../vocabulary/lexicon.rules.ts';
import { matchesOf } from '../../words/matches.rules.ts';
import type { Token } from '../../words/tokens.rules.ts';

/** A text of a product, and what the product is called. */
export interface Source {
  text: string;
  isTitle: boolean;
  title: string;
  brand: string;
}

type Place = Omit<Span, 'text'>;

/** Words behind which all up to the next mark is about something else: a part, a use, or what goes into the product. */
const BEHIND =
  /^(?:with|for|holds?|fits?|includes?|including|incl|plus|compatible|alternative|replaces|mit|für|inkl|ohne|avec|pour|sans|con|para|sin|per|senza)$/u;
/** Before “with” a word of making, and between it and the material no noun: made with pure wool, but not with a steel handle. */
const MADE = /^(?:made|faite?s?|hech[oa]s?|realizzat[oaie]|gefertigt)$/u;
const WITH = /^(?:with|avec|con|mit)$/u;
const PURE = /^(?:\p{N}.*|%|pure|real|genuine|soft|fine|pur[oa]?|reinem|reiner|echtem|echter)$/u;
/** For whom or for which room: of these it is not told what they are made of, but of the product, “pour enfant en acier”. */
const FOR = /^(?:pour|para|per)$/u;
const USERS =
  /^(?:enfants?|bébés?|femmes?|hommes?|filles?|garçons?|adultes?|chiens?|chats?|cuisine|salon|jardin|terrasse|balcon|bureau|niñ[oa]s?|bebés?|mujer(?:es)?|hombres?|adultos?|perros?|gatos?|cocina|jardín|terraza|balcón|oficina|bambin[ioae]|neonat[io]|donn[ae]|uom[oi]n?i?|adult[io]|can[ei]|gatt[io]|cucina|soggiorno|giardino|terrazz[ao]|balcone|ufficio)$/u;
/** What is put on other things: of these the material is told. */
const TREATING =
  /^(?:nettoyants?|détergents?|dégraissants?|produits?|spray|peinture|vernis|cire|limpiador(?:es)?|detergent[ei]s?|desengrasante|pintura|barniz|cera|pulitore|sgrassatore|vernice|pittura|colla|pegamento|colle)$/u;
const ENDING = /^(?:en|de|in|di)$/u;
/** A word right before a material that the product is not made of. */
const DENYING = /^(?:non|no|not|nicht|kein|keine)$/u;
/** A word right behind a material that is worked on, only shown, or a part of another name. */
const AHEAD =
  /^(?:clear|cut|cutting|cutters?|cleaners?|cleaning|polish|polishing|working|carving|shredders?|detectors?|screen|readers?|games?|sealers?|dispensers?|holders?|stain|glue|paint|primer|coated|coating|plated|plating|finish|finished|look|effect|style|colou?red|colou?rs?|prints?|printed|pattern|handles?|lids?|buckles?|drill|bits?|bandsaw|band|bohrer|säge|schneider|reiniger|optik|farben|beschichtet|effet|brossé|efecto|effetto)$/u;
/** Materials whose names in a title are mostly other things: memory cards and card games, minerals, or the colour of a heather yarn. */
const OTHER_THINGS = new Set(['card', 'iron']);
/** “Of” and “in” say what a thing is made of only behind such a word: “sheets of paper”, “drills in wood”. */
const LOOSE: Readonly<Record<string, RegExp>> = { en: /^(?:of|in)$/u, de: /^in$/u };
const MAKING =
  /^(?:made|built|woven|crafted|constructed|composed|consists?|out|manufactured|knitted|sewn|cast|carved|formed)$/u;
/** Ends the subject of what is said. */
const VERB =
  /^(?:is|are|was|were|made|comes?|of|from|besteht|bestehen|ist|sind|aus|est|sont|en|de|fabriqu\p{L}+|es|son|hech[oa]s?|fabricad[oa]s?|è|sono|fatt[oa]|realizzat[oaie]|di|in)$/u;

/** Words of a shade before and behind its colour. */
const SHADE_BEFORE = /(?<!\p{L})(?:light|dark|deep|bright|pale|matte?|hell|dunkel)[ -]$/iu;
const SHADE_BEHIND = /^[ -](?:clair|foncé|mate?|claro|oscuro|chiaro|scuro|opaco)(?!\p{L})/iu;
/** Code units in which a shade has room, with what stands beside it. */
const SHADE = 9;
/** Between two colours. */
const BETWEEN = /(?<!\p{L})(?:and|und|et|y|e)(?!\p{L})/giu;
/** Marks and blanks at which a title is parted. */
const PARTS = {
  spaced: /[,;:|()（）[\]【】，、；：]|\s[-–—]+\s/gu,
  unspaced: /[\s,;:|()（）[\]【】，、；：]/gu,
};
/** Sides of a thing at the end of a title; what is weighed or poured is mostly food, of which a colour is a kind. */
const SIDES =
  /^[\s,(–-]*\d[\d.,]*["”″'’′]?(?:\s?[x×]\s?\d[\d.,]*["”″'’′]?(?:\s?[x×]\s?\d[\d.,]*["”″'’′]?)?\s?(?:[cm]?m|in(?:ch(?:es)?)?|ft|feet)?|\s?(?:[cm]?m|in(?:ch(?:es)?)?|ft|feet))[\s).]*$/iu;
/** Materials that have another name with a colour before them: red oak, white gold, brown paper. */
const KINDS =
  /^(?:oak|walnut|cedar|ash|pine|maple|birch|mahogany|cherry|locust|poplar|beech|spruce|elm|gold|iron|brass|bronze|copper|silver|tin|clay|paper|card|cardboard|tea|charcoal|salt)$/u;
/** A part, or what goes on a thing: the colour and the material before it are those of something else. */
const PART =
  /^(?:straps?|strings?|frames?|trim|legs?|soles?|lining|covers?|tops?|base|shade|seats?|dye|scented|cream|spray|wax|balm|conditioner|oil)$/u;
/** Before a colour that is part of another name: Earl Grey, thé vert, activated charcoal. */
const NAMED =
  /^(?:earl|activated|with|for|of|no|non|mit|für|avec|pour|con|para|per|chocolate?|cioccolato|poivre|pimienta|pepe|haricots?|fagiolini)$/u;

/** The text with blanks in the place of the brand, which may be called after a material or a colour. */
export function withoutBrand({ text, brand }: Source): string {
  // Some capitals are longer in small letters: nothing would stand in its place any more.
  if (text.toLowerCase().length !== text.length) return text;
  let rest = text;
  for (const { start, end } of placesOf(text, brand)) {
    const isPart = [text.charAt(start - 1), text.charAt(end)].some((sign) => /\p{Script=Latin}/u.test(sign));
    if (!isPart) rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end);
  }
  return rest;
}

/** The materials of the product itself, as far as the text is clear on it. */
export function ownMaterials(source: Source, read: GroundedText, language: Language): TermMatch[] {
  const tokens = withoutLoose(read.tokens, language);
  const found = materialsOf(read).filter(({ from, to, value }) => {
    if (isNear(tokens, from, DENYING, from - 1) || isNear(tokens, to, AHEAD)) return false;
    const before = pieceBefore(read, from);
    const said = tokens.slice(from - before.length, from + 1).map(({ word }) => word);
    if (before.some((token, place) => isBehind(token, read.text) && !isEnded(said, place))) return false;
    const isMade = isSaidMade(tokens, from);
    const isClear = source.isTitle ? isMade || !OTHER_THINGS.has(value.name) : isMade;
    return isClear && isOfProduct(before, source, language);
  });
  return language.spaced ? found.reduce<TermMatch[]>(withNeighbour(source.text), []) : found;
}

/** True for a material beside such a word, the one before or behind it, with no mark between them. */
function isNear(tokens: readonly Token[], at: number, words: RegExp, place = at): boolean {
  return tokens[at]?.isAfterBreak !== true && words.test(tokens[place]?.word ?? '');
}

/** True for a word of BEHIND that leads to the material itself, with which the words end, or whose noun is at an end before it. */
function isEnded(words: readonly string[], place: number): boolean {
  const before = words.slice(0, place);
  const behind = words.slice(place + 1);
  const word = words[place] ?? '';
  if (WITH.test(word) && MADE.test(before.at(-1) ?? ''))
    return behind.slice(0, -1).every((one) => PURE.test(one));
  const isUser = FOR.test(word) && USERS.test(behind[0] ?? '') && ENDING.test(behind[1] ?? '');
  // Some materials are found with the word before them: “in pelle”.
  return isUser && behind.length <= 3 && !before.some((one) => TREATING.test(one));
}

/** True for a word with which something else begins; `w/` is with, and `150W` is not. */
function isBehind({ word, end }: Token, text: string): boolean {
  return BEHIND.test(word) || (word === 'w' && text.charAt(end) === '/');
}

/** The tokens without words that alone do not say what a thing is made of. */
function withoutLoose(tokens: readonly Token[], { code }: Language): readonly Token[] {
  const loose = LOOSE[code];
  if (!loose) return tokens;
  return tokens.map((token, place) =>
    loose.test(token.word) && !MAKING.test(tokens[place - 1]?.word ?? '') ? { ...token, word: '' } : token,
  );
}

/** The tokens before one, back to a mark or a dash between blanks. */
function pieceBefore({ text, tokens }: GroundedText, at: number): readonly Token[] {
  let from = at;
  while (from > 0) {
    const token = tokens[from];
    const before = tokens[from - 1];
    if (!token || !before || token.isAfterBreak || /\s[-–—]+\s/u.test(text.slice(before.end, token.start)))
      break;
    from -= 1;
  }
  return tokens.slice(from, at);
}

/** False for what is said of a part, as in “the straw is made of silicone” of a bottle, or behind the name, “bracelet en cuir”. */
function isOfProduct(before: readonly Token[], source: Source, language: Language): boolean {
  const subject = before.findIndex(({ word }) => VERB.test(word));
  if (!language.spaced || subject < 1) return true;
  const said = before.slice(0, subject).map(({ word }) => word);
  const words = stemsOf(said.join(' '), language);
  // Behind its first mark a title tells parts, “semelle en caoutchouc”.
  const named = new Set(stemsOf(source.title.split(/[,;:|(（]|\s[-–—]+\s/u, 1).join(), language));
  const isFirst = !/[\p{L}\p{N}]/u.test(withoutBrand(source).slice(0, before[0]?.start));
  const isNamed = source.isTitle ? isFirst : words.some((word) => named.has(word));
  return words.length === 0 || isNamed;
}

/** Materials one after the other are one: merino wool. */
function withNeighbour(text: string): (found: TermMatch[], match: TermMatch) => TermMatch[] {
  return (found, match) => {
    const last = found.at(-1);
    const isNext = last?.to === match.from && /^\s$/u.test(text.slice(last.end, match.start));
    return isNext ? [...found.slice(0, -1), { ...last, to: match.to, end: match.end }] : [...found, match];
  };
}

/** The colours of a title that are pieces of their own, or its last words. */
export function ownColours({ text }: Source, read: GroundedText, language: Language): Place[] {
  const colours = coloursOf(read).map((colour) => shaded(colour, text));
  const marks = matchesOf(text, language.spaced ? PARTS.spaced : PARTS.unspaced);
  const starts = [0, ...marks.map((mark) => mark.index + mark[0].length)];
  return starts.flatMap((start, place) => {
    const end = marks[place]?.index ?? text.length;
    const within = colours.filter((colour) => colour.start >= start && colour.end <= end);
    const isWhole =
      within.length > 0 &&
      (isBare(within, text, { start, end }) || isBeforeMaterial(within, read, { start, end }, language));
    const behind = text.slice(within.at(-1)?.end ?? text.length);
    const isLast = !/[\p{L}\p{N}]/u.test(behind) || SIDES.test(behind);
    return isWhole ? within : isLast ? lastOf(within, text, read) : [];
  });
}

/** A colour with its shade: dark blue. */
function shaded(colour: TermMatch, text: string): TermMatch {
  const before = SHADE_BEFORE.exec(text.slice(Math.max(0, colour.start - SHADE), colour.start))?.[0] ?? '';
  const behind = SHADE_BEHIND.exec(text.slice(colour.end, colour.end + SHADE))?.[0] ?? '';
  const from = before === '' ? colour.from : colour.from - 1;
  return { ...colour, from, start: colour.start - before.length, end: colour.end + behind.length };
}

/** True where nothing but colours stands between two places. */
function isBare(colours: readonly Place[], text: string, { start, end }: Place): boolean {
  let at = start;
  let rest = '';
  for (const colour of colours) {
    rest += ` ${text.slice(at, colour.start)}`;
    at = colour.end;
  }
  return !/[\p{L}\p{N}]/u.test(`${rest} ${text.slice(at, end)}`.replace(BETWEEN, ''));
}

/** True for colours that begin a piece and have its material behind them: of the product in “Black Ceramic Mug”, or alone, “Brown Leather”. */
function isBeforeMaterial(
  colours: readonly TermMatch[],
  { text, tokens, terms }: GroundedText,
  { start, end }: Place,
  { code }: Language,
): boolean {
  const last = colours.at(-1);
  const material = terms.material.findLast(({ from }) => from === last?.to);
  // Elsewhere a colour before its noun is bent to it: “schwarzes Leder”.
  if (code !== 'en' || !last || !material) return false;
  const isFirst = isBare(colours, text, { start, end: last.end });
  const isApart = tokens[material.from]?.isAfterBreak === true;
  if (!isFirst || isApart || KINDS.test(tokens[material.from]?.word ?? '')) return false;
  const behind = tokens.slice(material.to).filter((token) => token.start < end);
  const about = behind.findIndex((token) => isBehind(token, text));
  const named = about < 0 ? behind : behind.slice(0, about);
  const isTitle = !/[\p{L}\p{N}]/u.test(text.slice(0, start));
  return isTitle ? !named.some(({ word }) => AHEAD.test(word) || PART.test(word)) : behind.length === 0;
}

/** The last colours of a title, as many as stand together. */
function lastOf(colours: readonly TermMatch[], text: string, { tokens }: GroundedText): Place[] {
  const end = colours.at(-1)?.end ?? 0;
  const run = colours.filter((colour, place) =>
    isBare(colours.slice(place), text, { start: colour.start, end }),
  );
  const before = tokens[(run[0]?.from ?? 0) - 1]?.word ?? '';
  return NAMED.test(before) || OTHER_COLOURED.test(before) ? [] : run;
}
