// What a composer does not repeat, though the product is called so: claims that need a proof which no product page gives.
import type { Rule } from '../findings/rules.rules.ts';
import type { Language } from '../findings/languages.rules.ts';
import { POLICIES } from '../policies/policies.rules.ts';
import { termsIn } from '../vocabulary/lexicon.rules.ts';
import { tokensOf } from '../words/tokens.rules.ts';

const RULES: readonly Rule[] = ['MEDICAL_CLAIM', 'AUTHORITY_CLAIM', 'ADVERTISING_LAW'];
/** Ids of their policies, with the languages in which each holds; of undefined ones in all. */
const CLAIMS = new Map(
  POLICIES.filter(({ rule }) => RULES.includes(rule)).map(({ id, languages }) => [id, languages]),
);

/** True for a text that claims to heal, names an authority or a study, or says what advertising law forbids. */
export function isUnproven(text: string, { code }: Language): boolean {
  const { policy, certification } = termsIn(tokensOf(text), code);
  return (
    policy.some(({ value: { name } }) => CLAIMS.has(name) && (CLAIMS.get(name)?.includes(code) ?? true)) ||
    certification.some(({ value: { name } }) => name === 'clinical')
  );
}
