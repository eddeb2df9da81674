// The normal form of a text, in which equal letters are equal.

/** More marks behind a letter than any script has. V8 sorts them in quadratic time: 64 KB take more than a second. */
const MANY_MARKS = /\p{M}{31}/u;

/** A text in a normal form of Unicode; one with many marks behind a letter stays as it is. */
export function normalForm(text: string, form: 'NFC' | 'NFKC'): string {
  return MANY_MARKS.test(text) ? text : text.normalize(form);
}
