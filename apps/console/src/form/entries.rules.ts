// Reads the entries of a list that a person has typed as one text. Pure.

/** The entries, each once and without blanks around it; by default one a line. */
export function entriesIn(text: string, between = /\n/): string[] {
  const entries = text.split(between).map((entry) => entry.trim());
  return [...new Set(entries)].filter((entry) => entry !== '');
}
