// Tells clients what the review has found.
import type { GenerationCheck } from '#contracts';
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

function withDetail({ en, zh }: GenerationCheck['message'], detail: string): GenerationCheck['message'] {
  return { en: `${en} ${detail}`, zh: `${zh}${detail}` };
}
