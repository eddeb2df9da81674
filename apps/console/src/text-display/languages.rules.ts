// Tells in which of the languages of a marketplace a text is written, by its letters. Pure.

/** Unicode patterns of scripts that are mixtures or that Unicode names differently. */
const SCRIPTS: Readonly<Record<string, string>> = {
  Hans: String.raw`\p{scx=Han}`,
  Hant: String.raw`\p{scx=Han}`,
  Jpan: String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]`,
  Kore: String.raw`[\p{scx=Hangul}\p{scx=Han}]`,
};

/**
 * The first of these languages (BCP 47 tags) in whose script most letters of the text are, or else the first one; undefined
 * without languages. It tells Arabic from English, but not German from English. It is for `lang`, by which browsers choose
 * fonts and voices.
 */
export function languageOf(text: string, languages: readonly string[]): string | undefined {
  const letters = text.match(/\p{L}/gu) ?? [];
  const isWrittenIn = (tag: string) => {
    const script = scriptOf(tag);
    const inScript = letters.filter((letter) => script.test(letter));
    return inScript.length * 2 > letters.length;
  };
  return languages.find(isWrittenIn) ?? languages[0];
}

/** Patterns of languages, each made once, because a table that is scrolled asks for one in each row. */
const known = new Map<string, RegExp>();

function scriptOf(tag: string): RegExp {
  const made = known.get(tag);
  if (made) return made;
  const pattern = patternOf(tag);
  known.set(tag, pattern);
  return pattern;
}

/** Any letter for a tag with a script that Unicode has not, such as a way of printing: `de-Latf`. */
function patternOf(tag: string): RegExp {
  try {
    const script = new Intl.Locale(tag).maximize().script ?? 'Latn';
    return new RegExp(SCRIPTS[script] ?? `\\p{scx=${script}}`, 'u');
  } catch {
    return /\p{L}/u;
  }
}
