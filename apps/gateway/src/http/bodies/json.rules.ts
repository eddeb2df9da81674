// Finds in a JSON text what gives it two meanings or none: repeated keys, lone surrogates, NUL, deep nesting. Pure.

/** Maximum levels of nesting in a body. */
const MAX_DEPTH = 32;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const END_BRACKET = 0x5d;
const BRACE = 0x7b;
const END_BRACE = 0x7d;
const BACKSLASH = 0x5c;

/** What is wrong with a JSON text, and the path of the part concerned; an empty path is the whole text. */
export interface JsonFlaw {
  path: (string | number)[];
  message: string;
}

/** An object or array that is being read. */
interface Level {
  /** Keys so far; undefined in an array. */
  keys: Set<string> | undefined;
  /** Key or index of the part that is being read. */
  at: string | number;
  isKeyNext: boolean;
}

/** The first flaw of a text that JSON.parse accepts; undefined when there is none. Takes time linear in its length. */
export function flawOf(json: string): JsonFlaw | undefined {
  const levels: Level[] = [];
  for (let i = 0; i < json.length; i += 1) {
    const code = json.charCodeAt(i);
    if (code === QUOTE) {
      const end = endOfString(json, i);
      const message = read(decoded(json.slice(i + 1, end)), levels.at(-1));
      if (message !== undefined) return { path: levels.map(({ at }) => readable(at)), message };
      i = end;
    } else if (code === BRACE || code === BRACKET) {
      if (levels.length === MAX_DEPTH)
        return { path: [], message: `The body nests deeper than ${MAX_DEPTH} levels.` };
      const isObject = code === BRACE;
      levels.push({ keys: isObject ? new Set() : undefined, at: 0, isKeyNext: isObject });
    } else if (code === END_BRACE || code === END_BRACKET) levels.pop();
    else if (code === COMMA) goOn(levels.at(-1));
  }
  return undefined;
}

/** True unless a text has NUL or a lone surrogate, which databases and other JSON parsers refuse. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Reads a text as the next key or value of a level; says what is wrong with it. */
function read(text: string, level: Level | undefined): string | undefined {
  if (level?.keys && level.isKeyNext) {
    level.at = text;
    level.isKeyNext = false;
    if (level.keys.has(text)) return 'This field is there twice.';
    level.keys.add(text);
  }
  return isStorable(text) ? undefined : 'A text must not contain NUL or half of a surrogate pair.';
}

/** Goes on to the next part of a level. */
function goOn(level: Level | undefined): void {
  if (typeof level?.at === 'number' && !level.keys) level.at += 1;
  else if (level) level.isKeyNext = true;
}

/** Position of the quote that ends the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); ; end = json.indexOf('"', end + 1)) {
    let first = end;
    while (json.charCodeAt(first - 1) === BACKSLASH) first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
}

/** The text that the inside of a JSON string stands for. */
function decoded(inside: string): string {
  return inside.includes('\\') ? (JSON.parse(`"${inside}"`) as string) : inside;
}

/** A part of a path as it may be shown. */
function readable(part: string | number): string | number {
  return typeof part === 'string' ? part.toWellFormed() : part;
}
