// Tells clients what the review has found.
import { MAX_CHECKS, type GenerationCheck } from '#contracts';
import { RULES } from '../findings/rules.rules.ts';
import type { Violation } from '../findings/violations.rules.ts';
import { POLICY_VERSION } from '../policies/policies.rules.ts';

/** Violations of one variant in the form of the generation's record. */
export function toChecks(violations: readonly Violation[], variant = 0): GenerationCheck[] {
  return violations.map(({ rule, start, end, detail, severity = RULES[rule].severity }) => {
    const message = detail === undefined ? RULES[rule].message : withDetail(RULES[rule].message, detail);
    return { variant, rule, severity, start, end, message, policyVersion: POLICY_VERSION };
  });
}

function withDetail(
  { en, zh }: GenerationCheck['message'],
  detail: string | GenerationCheck['message'],
): GenerationCheck['message'] {
  const own = typeof detail === 'string' ? { en: detail, zh: detail } : detail;
  return { en: `${en} ${own.en}`, zh: `${zh}${own.zh}` };
}

/** At most MAX_CHECKS: hard ones first, and before the second of a rule in an item the first of all others. */
export function worst(checks: readonly GenerationCheck[]): GenerationCheck[] {
  return [...Map.groupBy(checks, ({ variant, rule }) => `${variant} ${rule}`).values()]
    .flatMap((group) =>
      group.map((check, place) => ({ check, place, soft: Number(check.severity !== 'hard') })),
    )
    .sort((a, b) => a.soft - b.soft || a.place - b.place)
    .slice(0, MAX_CHECKS)
    .map(({ check }) => check);
}
