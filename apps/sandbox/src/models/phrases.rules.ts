// Makes phrases of given lengths from a list of words.

/** Returns the next phrase, of `min` to `max` code points. */
export type NextPhrase = (min: number, max: number) => string;

/**
 * Uses the words in order: each phrase continues where the previous one ended. A phrase is repeated only when every
 * word has been tried as its start.
 */
export function phraseGenerator(words: readonly string[]): NextPhrase {
  const used = new Set<string>();
  let next = 0;
  return (min, max) => {
    let phrase = phraseFrom(words, next, min, max);
    for (let tries = 1; used.has(phrase.text) && tries < words.length; tries += 1) {
      next += 1;
      phrase = phraseFrom(words, next, min, max);
    }
    used.add(phrase.text);
    next += phrase.wordCount;
    return phrase.text;
  };
}

function phraseFrom(words: readonly string[], start: number, min: number, max: number) {
  let text = '';
  let wordCount = 0;
  while (wordCount < words.length || lengthOf(text) < min) {
    const word = words[(start + wordCount) % words.length] ?? '';
    const longer = text ? `${text} ${word}` : word.replace(/^./u, (first) => first.toUpperCase());
    if (lengthOf(longer) > max && lengthOf(text) >= Math.max(min, 1)) break;
    text = longer;
    wordCount += 1;
  }
  const cut = [...text].slice(0, max).join('').trimEnd();
  return { text: cut + 'x'.repeat(Math.max(0, min - lengthOf(cut))), wordCount };
}

/** Length in code points, the unit of JSON Schema. */
export function lengthOf(text: string): number {
  return [...text].length;
}
