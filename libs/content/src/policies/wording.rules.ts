// Makes rows of the policy table from lists of words by language.
import type { ApplicationId } from '#contracts';
import type { Rule } from '../findings/rules.rules.ts';
import { phrasesOf } from '../words/phrase-lists.rules.ts';
import type { PhraseRow } from './policy-row.rules.ts';

/** Words by language, several phrases in a text apart by `|` outside of brackets; `any` holds in every language. */
export type Wording = Partial<
  Record<'any' | 'en' | 'de' | 'fr' | 'es' | 'it' | 'zh' | 'ja', readonly string[]>
>;

/** The applications whose texts stand on a product's page, or lead to it. */
const PAGE: readonly ApplicationId[] = [
  'product-title',
  'bullet-points',
  'product-description',
  'item-highlights',
  'search-terms',
  'seo-meta',
  'rewrite',
  'faq',
  'attributes',
  'localise',
  'alt-text',
];

type Rest = Pick<PhraseRow, 'from' | 'source'> &
  Partial<Pick<PhraseRow, 'id' | 'severity' | 'unlessInFacts' | 'mayBeSoftened' | 'marketplaces'>>;

/** A row for each language, which holds in every text of a product's page. */
export function detailPage(rule: Rule, wording: Wording, rest: Rest): PhraseRow[] {
  return everywhere(rule, wording, rest).map((row) => ({ ...row, applications: PAGE }));
}

/** A row for each language, which holds in texts of every application. */
export function everywhere(rule: Rule, wording: Wording, { id, ...rest }: Rest): PhraseRow[] {
  const name = id ?? rule.toLowerCase().replaceAll('_', '-');
  return Object.entries(wording).map(([language, phrases]) => ({
    ...rest,
    id: `${name}-${language}`,
    rule,
    severity: rest.severity ?? 'hard',
    ...(language === 'any' ? {} : { languages: [language] }),
    phrases: phrases.flatMap(phrasesOf),
  }));
}
