// What each sentence of a result rests on: the facts that the model named, and the sentences without any.
import { List, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconQuote } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Generation } from '#client';
import { SafeText } from '../../text-display/safe-text.tsx';
import { textsOf } from './results.rules.ts';

/** Offsets of claims count code points. */
function sentenceOf(texts: readonly string[], index: number, start: number, end: number): string {
  return Array.from(texts[index] ?? '')
    .slice(start, end)
    .join('');
}

export function Sources({ generation }: { generation: Generation }) {
  const { t } = useTranslation('generations');
  const { applicationId, claims, environment, result = '' } = generation;
  if (claims === undefined)
    return (
      <Text size="sm" c="dimmed">
        {t('sources.absent')}
      </Text>
    );
  const texts = textsOf(applicationId, result);
  return (
    <section>
      <Title order={2} size="h3">
        {t('sources.title')}
      </Title>
      <List listStyleType="none" spacing="xs">
        {claims.map(({ index = 0, start, end, evidence, supported }) => (
          <List.Item
            key={`${index} ${start}`}
            icon={
              supported ? (
                <IconQuote size={18} aria-hidden />
              ) : (
                <IconAlertTriangle size={18} className="state-warning" aria-hidden />
              )
            }
          >
            <span lang={environment.language} dir="auto">
              <SafeText text={sentenceOf(texts, index, start, end)} />
            </span>
            {!supported && <Text size="sm">{t('sources.none')}</Text>}
            {evidence.map(({ field, quote }) => (
              <Text key={`${field} ${quote}`} size="sm" c="dimmed">
                {field}: “<SafeText text={quote} />”
              </Text>
            ))}
          </List.Item>
        ))}
      </List>
    </section>
  );
}
