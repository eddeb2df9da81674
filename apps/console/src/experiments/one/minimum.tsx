// Whether the other arms reach what was asked of them, beside what the comparison says: one may be without the other.
import { List, Stack, Text, Title } from '@mantine/core';
import { TriangleAlertIcon, CircleCheckIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { COMPARED_SCORES, type Experiment, type ExperimentResults } from '#client';
import { useLanguage } from '../../language/use-language.tsx';
import { shownScore } from '../scores.rules.ts';
import { isUsable, minimumsOf, type ArmMinimum, type Missed } from './results.rules.ts';

interface MinimumProps {
  experiment: Experiment;
  results: ExperimentResults;
}

export function Minimum({ experiment: { minimum = {} }, results }: MinimumProps) {
  const { t } = useTranslation('experiments');
  const first = results.arms[0]?.name ?? '';
  const arms = minimumsOf(minimum, results);
  return (
    <Stack component="section" gap="xs">
      <Title order={2}>{t('minimum.title')}</Title>
      {arms.map((arm) => (
        <Arm key={arm.name} arm={arm} first={first} />
      ))}
      <Text c="dimmed" size="sm">
        {t('passed.help')}
      </Text>
    </Stack>
  );
}

function Arm({ arm, first }: { arm: ArmMinimum; first: string }) {
  const { t } = useTranslation('experiments');
  const { name, missed, verdict } = arm;
  const isReached = missed.length === 0;
  const names = { arm: name, first };
  return (
    <>
      <Text fw={600}>
        {isUsable(arm) ? (
          <CircleCheckIcon size={18} className="state-good" aria-hidden />
        ) : (
          <TriangleAlertIcon size={18} className="state-warning" aria-hidden />
        )}{' '}
        {t(`passed.${isReached ? 'reached' : 'missed'}.${verdict}`, names)}
      </Text>
      {!isReached && (
        <List>
          {missed.map((one) => (
            <List.Item key={one.score}>
              <MissedSentence arm={name} missed={one} />
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}

function MissedSentence({ arm, missed: { score, mean, asked } }: { arm: string; missed: Missed }) {
  const { t } = useTranslation('experiments');
  const shown = { language: useLanguage(), currency: undefined };
  return t(COMPARED_SCORES[score].less ? 'passed.most' : 'passed.least', {
    arm,
    score: t(`scores.${score}`),
    mean: mean === undefined ? t('none') : shownScore(score, mean, shown),
    asked: shownScore(score, asked, shown),
  });
}
