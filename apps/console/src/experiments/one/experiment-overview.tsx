// How an experiment stands, and what can be done about it.
import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Experiment } from '#client';
import { useMayWrite } from '../../api/use-session.tsx';
import { Failed, WorkStatus } from '../../feedback/index.ts';
import { useApplicationName } from '../../form/writing/use-application-name.tsx';
import { moneyOf, timeOf } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { Heading } from '../../page/index.ts';
import { datasetQuery } from '../../reference/datasets.queries.ts';
import { applicationsQuery } from '../../reference/reference.queries.ts';
import { InlineText } from '../../text-display/safe-text.tsx';
import { cancelExperiment, keepExperiment } from '../experiments.queries.ts';

export function ExperimentOverview({ experiment }: { experiment: Experiment }) {
  const { t } = useTranslation('experiments');
  const { data: applications = [] } = useQuery(applicationsQuery);
  const nameOf = useApplicationName();
  const { applicationId, counts, status } = experiment;
  const application = applications.find(({ id }) => id === applicationId);
  const done = counts.total - counts.waiting - counts.running;
  return (
    <Stack gap="md">
      <Heading
        title={application ? t('one.titleOf', { application: nameOf(application) }) : t('one.title')}
      />
      <Group gap="lg">
        <span role="status">
          <WorkStatus status={status} />
        </span>
        <Times experiment={experiment} />
        <DatasetLink id={experiment.datasetId} />
      </Group>
      {status === 'RUNNING' && (
        <Progress
          value={counts.total === 0 ? 0 : (done / counts.total) * 100}
          aria-label={t('one.progress')}
        />
      )}
      <Counts experiment={experiment} done={done} />
      {status === 'RUNNING' && <Text c="dimmed">{t('one.leave')}</Text>}
      <Actions experiment={experiment} />
    </Stack>
  );
}

function Times({ experiment: { createdAt, completedAt } }: { experiment: Experiment }) {
  const { t } = useTranslation('experiments');
  const language = useLanguage();
  return (
    <Text c="dimmed">
      {t('one.begun', { time: timeOf(createdAt, language) })}
      {completedAt !== undefined && `, ${t('one.ended', { time: timeOf(completedAt, language) })}`}
    </Text>
  );
}

/** Its dataset, which may have been deleted since. */
function DatasetLink({ id }: { id: string }) {
  const { t } = useTranslation('experiments');
  const { data: dataset, isPending } = useQuery(datasetQuery(id));
  if (!dataset) return isPending ? null : <Text c="dimmed">{t('one.noDataset')}</Text>;
  return (
    <Anchor underline="always" renderRoot={(props) => <Link {...props} to="/datasets/$id" params={{ id }} />}>
      <InlineText text={t('new.datasetOf', { name: dataset.name, count: dataset.cases })} />
    </Anchor>
  );
}

function Counts({ experiment, done }: { experiment: Experiment; done: number }) {
  const { t } = useTranslation('experiments');
  const language = useLanguage();
  const { arms, counts, judge, maxCostMicros, repeats } = experiment;
  const costs = [...arms, ...(judge ? [judge] : [])].map(({ usage }) => usage.costMicros);
  const known = costs.filter((cost) => cost !== null);
  const currency = arms.find(({ usage }) => usage.currency)?.usage.currency;
  const money = (micros: number): string => moneyOf(micros, currency, language);
  const spent = known.reduce((sum, cost) => sum + cost, 0);
  const parts = [
    t('one.done', { done, total: counts.total }),
    counts.failed > 0 && t('one.failed', { count: counts.failed }),
    counts.cancelled > 0 && t('one.cancelled', { count: counts.cancelled }),
    judge &&
      judge.counts.total > 0 &&
      t('one.judged', {
        model: judge.model,
        done: judge.counts.success,
        total: judge.counts.total,
      }),
    repeats > 1 && t('one.repeats', { count: repeats }),
    known.length < costs.length ? t('one.costUnknown') : t('one.cost', { cost: money(spent) }),
    maxCostMicros !== undefined && t('one.limit', { cost: money(maxCostMicros) }),
  ];
  return <Text>{parts.filter(Boolean).join(' · ')}</Text>;
}

function Actions({ experiment: { id, counts, status } }: { experiment: Experiment }) {
  const { t } = useTranslation('experiments');
  const queries = useQueryClient();
  const mayWrite = useMayWrite();
  const cancel = useMutation({
    mutationFn: () => cancelExperiment(id),
    onSuccess: (experiment) => keepExperiment(queries, experiment),
  });
  if (!mayWrite) return null;
  return (
    <>
      {cancel.error && <Failed error={cancel.error} />}
      <Group gap="sm">
        {status === 'RUNNING' && (
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('one.cancel')}
          </Button>
        )}
        {status !== 'RUNNING' && counts.success > 0 && (
          <Button renderRoot={(props) => <Link {...props} to="/experiments/$id/judge" params={{ id }} />}>
            {t('one.judge')}
          </Button>
        )}
      </Group>
    </>
  );
}
