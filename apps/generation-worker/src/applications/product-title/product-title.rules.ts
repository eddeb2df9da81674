// Checks of a product title.
import {
  violation,
  matches,
  when,
  type CheckContext,
  type Violation,
} from '../../checks/violations.rules.ts';
import { tellingWords, type Language } from '../../checks/languages.rules.ts';
import { PROMOTION, TITLE_SIGNS } from '../../checks/blocklists.rules.ts';

/** A word may stand twice. */
const MOST_REPEATS = 2;

/** Findings of a title beyond those of any text. Signs and wordings of the brand's own name are allowed. */
export function checkTitle(text: string, { brand, language }: CheckContext): Violation[] {
  const rest = brand ? text.replaceAll(brand, (name) => ' '.repeat(name.length)) : text;
  return [
    ...matches('FORBIDDEN_CHARACTER', TITLE_SIGNS, rest),
    ...matches('PROMOTION', PROMOTION, rest),
    ...checkRepeats(text, language),
    ...when(isShouting(rest), 'ALL_CAPITALS', 'warning', text),
    ...when(
      brand !== '' && !text.toLowerCase().startsWith(brand.toLowerCase()),
      'BRAND_NOT_FIRST',
      'warning',
      text,
    ),
  ];
}

function checkRepeats(text: string, language: Language): Violation[] {
  const seen = new Map<string, number>();
  return tellingWords(text, language).flatMap(({ text: word, start, end }) => {
    const times = (seen.get(word.toLowerCase()) ?? 0) + 1;
    seen.set(word.toLowerCase(), times);
    return times === MOST_REPEATS + 1 ? [violation('REPEATED_WORD', 'hard', start, end)] : [];
  });
}

/** True when most words long enough to tell are in capitals. */
function isShouting(text: string): boolean {
  const words = (text.match(/\p{L}{4,}/gu) ?? []).filter((word) => word.toLowerCase() !== word.toUpperCase());
  const loud = words.filter((word) => word === word.toUpperCase());
  return words.length >= 2 && loud.length * 2 > words.length;
}
