// What a person has typed into the form of a policy, and the policy that it makes. Pure.
import type { Marketplace, OwnPolicyLimit, Policy, PolicyDefinition, PolicyPatch } from '#client';
import { patchBetween, present } from '../../api/present.rules.ts';
import { entriesIn } from '../../form/entries.rules.ts';

/** The rules that a workspace may add rows of, in the order of the form. */
export const OWN_RULES = ['BANNED_TERM', 'REQUIRED_TERM', 'OWN_BRAND', 'COMPETITOR', 'LIMIT'] as const;
export type OwnRule = (typeof OWN_RULES)[number];

export const UNITS = ['characters', 'fullWidth', 'bytes', 'words'] as const;

/** The form. An empty list of places holds everywhere. */
export interface PolicyDraft {
  rule: OwnRule;
  severity: Policy['severity'];
  /** One a line. */
  phrases: string;
  unit: OwnPolicyLimit['unit'];
  least: string;
  most: string;
  /** Apart by commas or blanks. */
  marketplaces: string;
  languages: string;
  /** Ids of applications. */
  applications: string[];
}

export const EMPTY_DRAFT: PolicyDraft = {
  rule: 'BANNED_TERM',
  severity: 'hard',
  phrases: '',
  unit: 'characters',
  least: '',
  most: '',
  marketplaces: '',
  languages: '',
  applications: [],
};

/** The form of a policy. */
export function draftOf(policy: Policy): PolicyDraft {
  const {
    rule,
    severity,
    phrases = [],
    limit,
    marketplaces = [],
    languages = [],
    applications = [],
  } = policy;
  return {
    rule: rule as OwnRule,
    severity,
    phrases: phrases.join('\n'),
    unit: limit?.unit ?? 'characters',
    least: String(limit?.least ?? ''),
    most: String(limit?.most ?? ''),
    marketplaces: marketplaces.join(', '),
    languages: languages.join(', '),
    applications,
  };
}

/** The body of a policy. */
export function definitionOf(draft: PolicyDraft): PolicyDefinition {
  const { rule, severity, phrases, unit, least, most, marketplaces, languages, applications } = draft;
  const isLimit = rule === 'LIMIT';
  const size = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));
  const limit = present({ field: 'text' as const, unit, least: size(least), most: size(most) });
  return present({
    rule,
    severity,
    phrases: isLimit ? undefined : entriesIn(phrases),
    limit: isLimit ? limit : undefined,
    marketplaces: some(entriesIn(marketplaces.toUpperCase(), /[\s,]+/)) as Marketplace[] | undefined,
    languages: some(entriesIn(languages.toLowerCase(), /[\s,]+/)),
    applications: some(applications),
  });
}

/** What a person has changed of a policy as the form showed it; the rest may have been changed by others meanwhile. */
export function patchOf(shown: Policy, definition: PolicyDefinition): PolicyPatch {
  return patchBetween(wholeOf(definitionOf(draftOf(shown))), wholeOf(definition));
}

/** All that can be changed: an absent place holds everywhere. */
function wholeOf({ rule: _rule, softens: _softens, ...fields }: PolicyDefinition): PolicyPatch {
  return { marketplaces: null, languages: null, applications: null, ...fields };
}

function some(words: string[]): string[] | undefined {
  return words.length > 0 ? words : undefined;
}
