// Splits a text from outside into what is shown as it is, line breaks, and characters that nobody could see. Pure.

/** A piece of a text, in the order of the text. */
type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  /** A character that is invisible or changes the direction; `code` is such as `U+202E`. */
  | { kind: 'hidden'; code: string };

/** Joiners have work to do after emoji and after letters of scripts such as Arabic and Devanagari, not after these. */
const NEEDS_NO_JOINER = String.raw`(?<=^|[\s\p{N}\p{P}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])`;
/** Controls and what Unicode tells programs to draw as nothing; not emoji's variation selectors, joiners and flags. */
const HIDDEN = String.raw`(?![\n\t\u200C\u200D\u{E0020}-\u{E007F}]|\p{Variation_Selector})[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029]|${NEEDS_NO_JOINER}[\u200C\u200D]|(?<!\u{1F3F4}[\u{E0020}-\u{E007F}]*)[\u{E0020}-\u{E007F}]`;
const NEWLINE = String.raw`\r\n?|\n`;

const PLAIN = new RegExp(`(?<newline>${NEWLINE})|(?<hidden>${HIDDEN})`, 'gu');
const WITH_BR = new RegExp(`(?<newline>${NEWLINE}|<br\\s*/?>)|(?<hidden>${HIDDEN})`, 'giu');

/** The pieces of a text. With `br`, the tag `<br>` is a line break as in descriptions; all other tags are text. */
export function piecesOf(text: string, { br = false } = {}): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const addText = (until: number) => {
    if (until > end) pieces.push({ kind: 'text', text: text.slice(end, until) });
  };
  for (const { 0: found, index, groups } of text.matchAll(br ? WITH_BR : PLAIN)) {
    addText(index);
    pieces.push(groups?.hidden ? { kind: 'hidden', code: codeOf(found) } : { kind: 'break' });
    end = index + found.length;
  }
  addText(text.length);
  return pieces;
}

/** The name of a character by its number, such as `U+200B`. */
function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The link if it leads to a page by https, which is all that may be followed; else undefined. */
export function safeLink(link: string): string | undefined {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  return url?.protocol === 'https:' && !url.username && !url.password ? url.href : undefined;
}
