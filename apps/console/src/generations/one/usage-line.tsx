// What a generation has used and what that cost.
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { GenerationCheck, GenerationUsage } from '#client';
import { costOf, numberOf } from '../../language/figures.rules.ts';

interface UsageLineProps {
  usage: GenerationUsage;
  model: string | undefined;
  checks: readonly GenerationCheck[] | undefined;
}

/** An unknown amount is shown as unknown, never as 0. */
export function UsageLine({ usage, model, checks = [] }: UsageLineProps) {
  const { t, i18n } = useTranslation('generations');
  const { inputTokens, outputTokens, calls, partial } = usage;
  const unknown = t('usage.unknown');
  const number = (value: number | null): string =>
    value === null ? unknown : numberOf(value, i18n.language);
  const policies = [...new Set(checks.map(({ policyVersion }) => policyVersion))];
  const parts = [
    model,
    t('usage.tokens', { input: number(inputTokens), output: number(outputTokens) }),
    partial && t('usage.partial'),
    t('usage.calls', { count: calls }),
    t('usage.cost', { cost: costOf(usage, unknown, i18n.language) }),
    ...policies.map((version) => t('usage.policy', { version })),
  ];
  return (
    <Text size="sm" c="dimmed">
      {parts.filter(Boolean).join(' · ')}
    </Text>
  );
}
