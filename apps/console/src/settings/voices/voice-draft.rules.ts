// What a person has typed into the form of a voice, and the voice that it makes. Pure.
import type { Voice, VoiceDefinition, VoiceTerm } from '#client';
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

/**
 * The body of a voice. A term of which nothing is filled in is none. What is still as the form showed it of a voice is sent as
 * that has it: by the API, an avoided word may have a comma in it, and an example several lines.
 */
export function definitionOf(draft: VoiceDraft, shown?: Voice): VoiceDefinition {
  const { name, description, terms, isDefault } = draft;
  const before = shown && draftOf(shown);
  const entriesOf = (list: 'rules' | 'examples'): string[] =>
    shown && draft[list] === before?.[list] ? shown[list] : entriesIn(draft[list]);
  const shownTerm = (isSame: (row: TermDraft) => boolean): VoiceTerm | undefined =>
    shown?.terms[before?.terms.findIndex(isSame) ?? -1];
  const termsOf = ({ use, avoid }: TermDraft): VoiceTerm[] => {
    const kept = shownTerm((row) => row.use === use && row.avoid === avoid);
    if (kept) return [kept];
    if (use.trim() === '' && avoid.trim() === '') return [];
    return [
      {
        use: shownTerm((row) => row.use === use)?.use ?? use.trim(),
        avoid: shownTerm((row) => row.avoid === avoid)?.avoid ?? entriesIn(avoid, /[,，、\n]/),
      },
    ];
  };
  return present({
    name: name.trim(),
    description: description.trim() || undefined,
    rules: entriesOf('rules'),
    terms: terms.flatMap(termsOf),
    examples: entriesOf('examples'),
    isDefault,
  });
}
