// Violations: how a check reports what breaks a rule.
import type { GenerationCheck } from '#contracts';
import { spansOf, type Span } from './languages.rules.ts';
import { RULES, type Rule } from './rules.rules.ts';

export type { Rule } from './rules.rules.ts';

/** A rule that a text violates, and where. */
export interface Violation extends Pick<Span, 'start' | 'end'> {
  rule: Rule;
  /** Where it differs from that of the rule, as in a row that a workspace has softened. */
  severity?: GenerationCheck['severity'];
  /** What ends the message: a word of any language, such as a keyword, or a sentence. */
  detail?: string | GenerationCheck['message'];
}

/** A violation for each match of a pattern, which needs the flag g. */
export function matches(rule: Rule, pattern: RegExp, text: string): Violation[] {
  return spansOf(text, pattern).map(({ start, end }) => ({ rule, start, end }));
}

/** A violation of a whole text, if a condition holds. */
export function when(condition: boolean, rule: Rule, text: string): Violation[] {
  return condition ? [{ rule, start: 0, end: text.length }] : [];
}

export function isHard({ rule, severity = RULES[rule].severity }: Violation): boolean {
  return severity === 'hard';
}
