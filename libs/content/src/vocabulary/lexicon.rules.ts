// The lexicon: all phrases that the review looks for, in one tree, so that a text is searched once.
import { POLICIES } from '../policies/policies.rules.ts';
import { forHeld } from '../words/latest.rules.ts';
import { phrasesOf } from '../words/phrase-lists.rules.ts';
import { PhraseTree, type PhraseMatch } from '../words/phrases.rules.ts';
import type { Token } from '../words/tokens.rules.ts';
import { COMPARING, KNOWN_BRANDS } from './brands.rules.ts';
import { CERTIFICATIONS } from './certifications.rules.ts';
import { COLOURS } from './colours.rules.ts';
import { COUNTRIES, MADE_IN } from './countries.rules.ts';
import { IMITATIONS, MATERIALS } from './materials.rules.ts';
import { VOCABULARY_LANGUAGES, type Vocabulary } from './vocabulary.rules.ts';

const LISTS = [
  'policy',
  'certification',
  'brand',
  'comparison',
  'material',
  'colour',
  'country',
  'origin',
] as const;
type List = (typeof LISTS)[number];

/** What a phrase stands for. */
export interface Term {
  list: List;
  /** The id of a policy, or the name of a thing. */
  name: string;
  /** Undefined for phrases of any language. */
  language?: string;
}
export type TermMatch = PhraseMatch<Term>;

/** The terms of a text, by list. */
export type Terms = Readonly<Record<List, readonly TermMatch[]>>;

const TREE = new PhraseTree<Term>();
for (const { id, rule, phrases = [] } of POLICIES)
  if (rule !== 'FORBIDDEN_CHARACTER') TREE.add(phrases, { list: 'policy', name: id });
for (const [name, phrases] of Object.entries(CERTIFICATIONS))
  TREE.add(phrasesOf(phrases), { list: 'certification', name });
for (const name of KNOWN_BRANDS) TREE.addPlain([name], { list: 'brand', name });
TREE.add(COMPARING, { list: 'comparison', name: 'comparison' });
addVocabulary('material', MATERIALS);
addVocabulary('colour', COLOURS);
addVocabulary('country', COUNTRIES);
addVocabulary('origin', MADE_IN);

function addVocabulary(list: List, vocabulary: Vocabulary): void {
  for (const [name, columns] of Object.entries(vocabulary))
    VOCABULARY_LANGUAGES.forEach((language, column) => {
      TREE.add(phrasesOf(columns[column] ?? ''), { list, name, language });
    });
}

const matchesIn = forHeld((tokens: readonly Token[]): readonly TermMatch[] => TREE.find(tokens));

/** The terms of a text in a language; of source data, whose language is not told, in any. */
export function termsIn(tokens: readonly Token[], language?: string): Terms {
  const terms: Record<List, TermMatch[]> = {
    policy: [], certification: [], brand: [], comparison: [], material: [], colour: [], country: [], origin: [],
  }; // prettier-ignore
  for (const match of matchesIn(tokens))
    if (language === undefined || isSaidIn(match.value, language)) terms[match.value.list].push(match);
  return { ...terms, material: withoutImitated(terms.material) };
}

/** Materials without those that are part of the name of an imitation: of faux leather no leather. */
function withoutImitated(found: readonly TermMatch[]): TermMatch[] {
  const taken = new Set<number>();
  for (const { value, from, to } of found)
    if (IMITATIONS.has(value.name)) for (let at = from; at < to; at += 1) taken.add(at);
  return found.filter(
    ({ value, from, to }) => IMITATIONS.has(value.name) || (!taken.has(from) && !taken.has(to - 1)),
  );
}

/** “Made in Germany” is said everywhere; and of a language that has no vocabulary the English words are looked for. */
function isSaidIn({ list, language: own }: Term, language: string): boolean {
  if (own === undefined || own === language) return true;
  const isEverywhere = list === 'country' || list === 'origin';
  return own === 'en' && (isEverywhere || !VOCABULARY_LANGUAGES.some((code) => code === language));
}
