// Finds a pattern in a text, which is what checking a text does most.

/** Every match of a pattern, which needs the flag g. By `exec`: `matchAll` copies the pattern at each call. */
export function matchesOf(text: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    found.push(match);
    // By a whole sign: in the middle of one, a pattern with the flag u would find the same again.
    if (match[0] === '') pattern.lastIndex += (text.codePointAt(pattern.lastIndex) ?? 0) > 0xff_ff ? 2 : 1;
  }
  return found;
}
