// The difference of an arm from the first one, in words and drawn.
import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ArmScore, ComparedScore, Verdict } from '#client';
import { useLanguage } from '../../language/use-language.tsx';
import { shownDifference } from '../scores.rules.ts';
import { Interval } from './interval.tsx';

interface ComparedProps {
  /** Its unit is that of the difference. */
  score: ComparedScore;
  difference: NonNullable<ArmScore['difference']>;
  verdict: Verdict | undefined;
  /** The largest difference of the drawings beside it. */
  widest: number;
  /** Of costs. */
  currency?: string | undefined;
}

export function Compared({ score, difference, verdict, widest, currency }: ComparedProps) {
  const { t } = useTranslation('experiments');
  const language = useLanguage();
  const shown = (value: number): string => shownDifference(score, value, { language, currency });
  const { mean, low, high } = difference;
  return (
    <Group gap="sm">
      <Text size="sm">{t('table.difference', { by: shown(mean), low: shown(low), high: shown(high) })}</Text>
      <Interval {...difference} widest={widest} verdict={verdict} />
      {verdict && (
        <Text size="sm" fw={verdict === 'BETTER' || verdict === 'WORSE' ? 600 : undefined}>
          {t(`verdicts.${verdict}`)}
        </Text>
      )}
    </Group>
  );
}
