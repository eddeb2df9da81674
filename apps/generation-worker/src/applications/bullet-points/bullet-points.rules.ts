// Checks of a bullet point, on its text as it is published: `header: text`.
import { matches, when, type CheckContext, type Violation } from '../../checks/violations.rules.ts';
import { ASIN, BULLET_SIGNS, GUARANTEE, RESTRICTED_CLAIM } from '../../checks/blocklists.rules.ts';

/** Findings of a bullet point beyond those of any text. */
export function checkBullet(text: string, { language }: CheckContext): Violation[] {
  const first = language.spaced ? /[\p{L}\p{N}]/u.exec(text)?.[0] : undefined;
  return [
    ...matches('FORBIDDEN_CHARACTER', BULLET_SIGNS, text),
    ...matches('IDENTIFIER', ASIN, text),
    ...matches('GUARANTEE', GUARANTEE, text),
    ...matches('RESTRICTED_CLAIM', RESTRICTED_CLAIM, text),
    ...when(first !== undefined && first !== first.toUpperCase(), 'NO_CAPITAL', 'warning', text),
  ];
}
