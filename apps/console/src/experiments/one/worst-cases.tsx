// The products with which an arm does worst beside the first one, with both texts.
import { Anchor, Card, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ArmResults, Experiment, ExperimentResults } from '#client';
import { Unread } from '../../feedback/index.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { generationQuery } from '../../reference/records.queries.ts';
import { InlineText } from '../../text-display/safe-text.tsx';
import classes from '../experiments.module.css';
import { ResultCard } from '../result-card.tsx';

interface WorstCasesProps {
  experiment: Experiment;
  results: ExperimentResults;
}

export function WorstCases({ results: { arms } }: WorstCasesProps): ReactNode {
  const { t } = useTranslation('experiments');
  const [first, ...others] = arms;
  if (!first) return null;
  return others
    .filter(({ worst }) => worst.length > 0)
    .map(({ name, worst }) => (
      <Stack key={name} component="section" gap="xs">
        <Title order={2}>{t('worst.title', { arm: name })}</Title>
        {worst.map((one) => (
          <WorstCase key={one.generationId} one={one} names={[first.name, name]} />
        ))}
      </Stack>
    ));
}

interface WorstCaseProps {
  one: ArmResults['worst'][number];
  /** Of the first arm, and of this one. */
  names: readonly [string, string];
}

function WorstCase({ one, names }: WorstCaseProps) {
  const { t } = useTranslation('experiments');
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const list = new Intl.ListFormat(language, { style: 'short' });
  const worse = list.format(one.worse.map((score) => t(`scores.${score}`)));
  return (
    <details className={classes.case} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <InlineText text={one.title} />{' '}
        <Text component="span" c="dimmed" size="sm">
          {t('worst.in', { scores: worse })}
        </Text>
      </summary>
      {isOpen && (
        <div className={classes.beside}>
          <ArmText name={names[0]} id={one.firstGenerationId} />
          <ArmText name={names[1]} id={one.generationId} />
        </div>
      )}
    </details>
  );
}

/** What an arm has written, or why it has written nothing. */
function ArmText({ name, id }: { name: string; id: string }) {
  const { t } = useTranslation('experiments');
  const language = useLanguage();
  const query = useQuery(generationQuery(id));
  const { data } = query;
  if (!data) return <Unread query={query} rows={2} missing={<Text>{t('worst.gone')}</Text>} />;
  const more = (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/generations/$id" params={{ id }} />}>
      {t('worst.open', { arm: name })}
    </Anchor>
  );
  if (data.result !== undefined)
    return (
      <ResultCard
        title={name}
        applicationId={data.applicationId}
        result={data.result}
        language={data.environment.language}
      >
        {more}
      </ResultCard>
    );
  return (
    <Card withBorder padding="md">
      <Stack gap="sm">
        <Title order={3}>{name}</Title>
        <Text>{data.errorMessage?.[language] ?? t('worst.nothing')}</Text>
        {more}
      </Stack>
    </Card>
  );
}
