// Makes phrases of given lengths from a stock of words.

/** Says a phrase of `min` to `max` code points. */
export type Say = (min: number, max: number) => string;

/** Says the words in turn: each phrase goes on where the one before ended, and none is said twice if it can be helped. */
export function speaker(words: readonly string[]): Say {
  const said = new Set<string>();
  let next = 0;
  return (min, max) => {
    let phrase = phraseFrom(words, next, min, max);
    for (let tries = 1; said.has(phrase.text) && tries < words.length; tries += 1) {
      next += 1;
      phrase = phraseFrom(words, next, min, max);
    }
    said.add(phrase.text);
    next += phrase.used;
    return phrase.text;
  };
}

function phraseFrom(
  words: readonly string[],
  start: number,
  min: number,
  max: number,
): { text: string; used: number } {
  let text = '';
  let used = 0;
  while (used < words.length || lengthOf(text) < min) {
    const word = words[(start + used) % words.length] ?? '';
    const longer = text ? `${text} ${word}` : word.replace(/^./u, (first) => first.toUpperCase());
    if (lengthOf(longer) > max && lengthOf(text) >= Math.max(min, 1)) break;
    text = longer;
    used += 1;
  }
  const cut = [...text].slice(0, max).join('').trimEnd();
  return { text: cut + 'x'.repeat(Math.max(0, min - lengthOf(cut))), used };
}

/** Length in code points, as JSON Schema counts. */
export function lengthOf(text: string): number {
  return [...text].length;
}
