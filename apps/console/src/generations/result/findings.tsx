// What the quality check has noticed, as a list; each entry and its mark in the text lead to each other.
import { Anchor, List, Text, Title } from '@mantine/core';
import { TriangleAlertIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { GenerationCheck } from '#client';
import { useLanguage } from '../../language/use-language.tsx';

export const markId = (of: string, index: number): string => `mark-${of}-${index}`;
export const findingId = (of: string, index: number): string => `finding-${of}-${index}`;

/** The elements are on the same page, so the address stays. */
export function goTo(id: string): void {
  document.getElementById(id)?.focus();
}

interface FindingsProps {
  of: string;
  checks: readonly GenerationCheck[];
  /** True when the text stands on the page with its marks. */
  hasMarks?: boolean;
}

/** The findings of all texts. */
export function Findings({ of, checks, hasMarks = false }: FindingsProps) {
  const { t } = useTranslation('generations');
  const language = useLanguage();
  if (checks.length === 0) return <Text size="sm">✓ {t('findings.none')}</Text>;
  return (
    <section>
      <Title order={2} size="h3">
        {t('findings.title')}
      </Title>
      <List listStyleType="none" spacing="xs">
        {checks.map(({ message, rule, policyVersion, start, end, variant }, index) => (
          <List.Item
            key={index}
            id={findingId(of, index)}
            tabIndex={-1}
            icon={<TriangleAlertIcon size={18} className="state-warning" aria-hidden />}
          >
            {index + 1}. {message[language]}{' '}
            <Text component="span" size="sm" c="dimmed">
              {t('findings.where', { number: variant + 1 })} · {rule} · {policyVersion}
            </Text>{' '}
            {hasMarks && start < end && (
              <Anchor component="button" type="button" onClick={() => goTo(markId(of, index))}>
                → {t('findings.text')}
              </Anchor>
            )}
          </List.Item>
        ))}
      </List>
    </section>
  );
}
