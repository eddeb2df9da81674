// Reads lists of phrases that are written as one text.

/** The phrases of a text: apart by `|`, but for the choices in brackets. */
export function phrasesOf(text: string): string[] {
  return text.match(/(?:\([^)]*\)|[^|(])+/g)?.map((phrase) => phrase.trim()) ?? [];
}
