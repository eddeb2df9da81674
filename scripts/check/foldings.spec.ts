// Syntax that only folds lines.
import { findFoldings } from './foldings.ts';

const found = (text: string): string[] => findFoldings(new Map([['apps/a/src/a.ts', text]]));

/** Apart from what follows, so that the check does not find it here. */
const DOTS = '...';

it.each([
  ['an object in an object', `const a = {\n  ${DOTS}{ id, name: '}' },\n};`],
  ['a list in a list', `const a = ['x', ${DOTS}['y', 'z']];`],
  ['a list of constants', `const a = [${DOTS}(['y', 'z'] as const)];`],
  ['a pair', 'const [a, b] = [one(), two()];'],
  ['a pair of patterns', '  let [{ a }, b] = [await one(), [1, 2]] as const;'],
])('%s is found', (_what, text) => expect(found(text)).toHaveLength(1));

it.each([
  ['a condition', 'const a = [...(isB ? [b] : [])];'],
  ['a condition on an object', 'const a = { ...(isB && { b }) };'],
  ['what a method makes of a list', "const a = [...['x', 'y'].map(f)];"],
  ['the answers of several promises', 'const [a, b] = await Promise.all([one(), two()]);'],
  ['an exchange', '[a, b] = [b, a];'],
  ['the first of many', 'const [first, ...others] = [a(), b(), c()];'],
  ['the first entry', 'const [first] = list;'],
])('%s is not', (_what, text) => expect(found(text)).toEqual([]));
