// Finds in a text the terms that a voice avoids, word by word and inflected, and names what it says for them.
import type { UsedVoice } from '#contracts';
import type { Language } from '../../findings/languages.rules.ts';
import type { Violation } from '../../findings/violations.rules.ts';
import { PhraseTree, type PhraseMatch } from '../../words/phrases.rules.ts';
import { tokensOf, type Token } from '../../words/tokens.rules.ts';
import { ENDING, isForm, LEAST } from '../keywords.rules.ts';
import { placesOf } from './wording-check.rules.ts';

/** The words of a term, and what to write for it; absent for a term that is to be used. */
interface Term {
  words: readonly string[];
  use?: string;
}

/** The terms of a voice, as texts are searched for them. */
export type VoiceTerms = PhraseTree<Term>;

/** The terms of a voice. Where words have no endings, as in languages without spaces, a term is found as it is. */
export function voiceTermsOf(voice: UsedVoice | undefined, { spaced }: Language): VoiceTerms {
  const tree = new PhraseTree<Term>();
  const add = (text: string, use?: string): void => {
    const words = tokensOf(text)
      .map(({ word }) => word)
      .filter((word) => /[\p{L}\p{N}]/u.test(word));
    const steps = words.map((word) => (spaced ? beginningOf(word) : word));
    tree.add([steps.join(' ')], use === undefined ? { words } : { words, use });
  };
  for (const { use, avoid } of voice?.terms ?? []) {
    add(use);
    for (const text of avoid) add(text, use);
  }
  return tree;
}

/** What the forms of a word begin with; the word itself where it has none. */
function beginningOf(word: string): string {
  if (word.length < LEAST || !/^\p{L}/u.test(word)) return word;
  return `${word.slice(0, Math.max(LEAST, word.length - ENDING))}*`;
}

/** The avoided terms of a text. One that is a part of a term to use, or of the brand's own name, is none. */
export function checkVoice(
  { text, tokens }: { text: string; tokens: readonly Token[] },
  brand: string,
  terms: VoiceTerms,
): Violation[] {
  const found = terms.find(tokens).filter((match) => isSaid(match, tokens));
  const right = [...found.filter(({ value }) => value.use === undefined), ...placesOf(text, brand)];
  return found.flatMap(({ value: { use }, start, end }): Violation[] => {
    const isRight = right.some((place) => start >= place.start && end <= place.end);
    return use === undefined || isRight ? [] : [{ rule: 'VOICE_TERM', start, end, detail: use }];
  });
}

/** True when each word is a form of that of the term: the tree has compared beginnings. */
function isSaid({ value, from, to }: PhraseMatch<Term>, tokens: readonly Token[]): boolean {
  const said = tokens.slice(from, to);
  return (
    said.length === value.words.length && said.every(({ word }, i) => isForm(word, value.words[i] ?? ''))
  );
}
