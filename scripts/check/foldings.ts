// Finds syntax that only folds lines, so that a function fits its limit: literals that are spread where they stand, and
// values that are put into a list only to be taken out again. Neither does anything, and both hide what is there.

const SPREAD = /\.\.\.(?=[{[]|\(\[)/g;
const TAKEN_APART = /^[ \t]*(?:const|let) \[(?:(?!\.\.\.)[^\]=])*\] = \[(?!\.\.\.)/gm;
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };

/** A sentence for each folding. `files` are texts by path in the repository. */
export function findFoldings(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([path, text]) => (/[.]tsx?$/.test(path) ? foldingsIn(path, text) : []));
}

function foldingsIn(path: string, text: string): string[] {
  const spread = [...text.matchAll(SPREAD)].filter(({ index }) => isLiteral(text, index));
  const apart = [...text.matchAll(TAKEN_APART)].filter(({ index, 0: { length } }) =>
    /^(?: as const)?;/.test(text.slice(endOf(text, index + length - 1) + 1)),
  );
  return [
    ...spread.map(({ index }) => `${path}:${lineOf(text, index)} spreads a literal. Write what is in it.`),
    ...apart.map(({ index }) => `${path}:${lineOf(text, index)} takes a list apart. Name one value a line.`),
  ];
}

/** True when a spread stands in a list, an object or a call, and nothing but a literal is spread. */
function isLiteral(text: string, index: number): boolean {
  if (!/[{[,(]$/.test(text.slice(Math.max(0, index - 200), index).trimEnd())) return false;
  const open = index + 3;
  const end = endOf(text, open);
  if (text[open] === '(' && !/^\(\[[^()]*\]\s+as const\)$/.test(text.slice(open, end + 1))) return false;
  return /^\s*[,})\]]/.test(text.slice(end + 1));
}

/** Place of the bracket that closes the one at `start`; brackets in texts do not count. */
function endOf(text: string, start: number): number {
  const open: string[] = [];
  let quote: string | undefined;
  for (let i = start; i < text.length; i += 1) {
    const sign = text[i]!;
    if (quote !== undefined) {
      if (sign === '\\') i += 1;
      else if (sign === quote) quote = undefined;
    } else if (/['"`]/.test(sign)) quote = sign;
    else if (sign in CLOSING) open.push(CLOSING[sign]!);
    else if (sign === open.at(-1)) {
      open.pop();
      if (open.length === 0) return i;
    }
  }
  return text.length;
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
