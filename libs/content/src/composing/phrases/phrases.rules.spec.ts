// How the words of phrases are found.
import { setFlagsFromString } from 'node:v8';
import { anyOf, firstWordIn, wordsIn } from './phrases.rules.ts';

afterEach(() => setFlagsFromString('--regexp-optimization'));

it.each([true, false])('words are found in any case, also by code that is not optimised (%s)', (isOptimised) => {
  // What V8 does itself after a megabyte of patterns, in a process that has run for long.
  setFlagsFromString(isOptimised ? '--regexp-optimization' : '--no-regexp-optimization');
  const list = `es|sie|kund*|q${isOptimised}`; // patterns that no other test has compiled
  expect(firstWordIn(list).test('Sie ist leicht.')).toBe(true);
  expect(firstWordIn(list).test('Siebe')).toBe(false);
  expect(wordsIn(list).test('Für KUNDEN da.')).toBe(true);
  const talk = anyOf(wordsIn(list), /(?<!\p{L})[Uu]s(?!\p{L})/u);
  expect(['Ask us.', 'Sizes for the US', 'ES', 'nobody'].map((text) => talk.test(text))).toEqual([true, false, true, false]);
}); // prettier-ignore
