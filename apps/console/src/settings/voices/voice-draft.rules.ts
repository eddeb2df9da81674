// What a person has typed into the form of a voice, and the voice that it makes. Pure.
import type { Voice, VoiceDefinition } from '#client';
import { present } from '../../api/present.rules.ts';
import { entriesIn } from '../../form/entries.rules.ts';

/** A term: what is said, and what is avoided, apart by commas. */
export interface TermDraft {
  use: string;
  avoid: string;
}

/** The form. Lists are texts, one entry a line. */
export interface VoiceDraft {
  name: string;
  description: string;
  rules: string;
  terms: readonly TermDraft[];
  examples: string;
  isDefault: boolean;
}

export const NO_TERM: TermDraft = { use: '', avoid: '' };

export const EMPTY_DRAFT: VoiceDraft = {
  name: '',
  description: '',
  rules: '',
  terms: [NO_TERM],
  examples: '',
  isDefault: false,
};

/** The form of a voice. */
export function draftOf({ name, description = '', rules, terms, examples, isDefault }: Voice): VoiceDraft {
  return {
    name,
    description,
    rules: rules.join('\n'),
    terms: [...terms.map(({ use, avoid }) => ({ use, avoid: avoid.join(', ') })), NO_TERM],
    examples: examples.join('\n'),
    isDefault,
  };
}

/** The body of a voice. A term of which nothing is filled in is none. */
export function definitionOf({
  name,
  description,
  rules,
  terms,
  examples,
  isDefault,
}: VoiceDraft): VoiceDefinition {
  const filled = terms.filter(({ use, avoid }) => use.trim() !== '' || avoid.trim() !== '');
  return present({
    name: name.trim(),
    description: description.trim() || undefined,
    rules: entriesIn(rules),
    terms: filled.map(({ use, avoid }) => ({ use: use.trim(), avoid: entriesIn(avoid, /[,，、\n]/) })),
    examples: entriesIn(examples),
    isDefault,
  });
}
