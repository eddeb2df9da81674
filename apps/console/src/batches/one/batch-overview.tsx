// How a batch stands, and what can be done about it.
import { Group, Progress, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Batch } from '#client';
import { Heading, TextLink } from '../../page/index.ts';
import { useApplicationNameById } from '../../form/writing/use-application-name.tsx';
import { moneyOf, timeOf } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import classes from '../batches.module.css';
import { BatchActions } from './batch-actions.tsx';
import { percentOf, reasonsOf } from './batch-members.rules.ts';
import type { Failures } from './use-failures.tsx';
import { WorkStatus } from '../../feedback/index.ts';

interface BatchOverviewProps {
  batch: Batch;
  failures: Failures;
}

export function BatchOverview({ batch, failures }: BatchOverviewProps) {
  const { t } = useTranslation('batches');
  const language = useLanguage();
  const nameOf = useApplicationNameById();
  const { applicationId, counts, createdAt, completedAt, maxCostMicros, status, stopReason, usage } = batch;
  const application = nameOf(applicationId);
  const isRunning = status === 'RUNNING';
  const money = (micros: number): string => moneyOf(micros, usage.currency, language);
  const time = (seconds: number): string => timeOf(seconds, language);
  const parts = [
    t('counts.success', { count: counts.success }),
    counts.failed > 0 && t('counts.failed', { count: counts.failed }),
    counts.running > 0 && t('counts.running', { count: counts.running }),
    counts.waiting > 0 && t('counts.waiting', { count: counts.waiting }),
    counts.cancelled > 0 && t('counts.cancelled', { count: counts.cancelled }),
    usage.costMicros === null ? t('one.costUnknown') : t('one.cost', { cost: money(usage.costMicros) }),
    usage.partial && t('one.partial'),
    maxCostMicros !== undefined && t('one.limit', { cost: money(maxCostMicros) }),
  ];
  return (
    <Stack gap="md">
      <Heading title={application ? t('one.titleOf', { application }) : t('title')} />
      <Group gap="lg">
        <span role="status">
          <WorkStatus status={status} />
        </span>
        <Text c="dimmed">
          {t('one.begun', { time: time(createdAt) })}
          {completedAt !== undefined && `, ${t('one.ended', { time: time(completedAt) })}`}
        </Text>
      </Group>
      {stopReason && <Text>{t(`stopped.${stopReason}`)}</Text>}
      {isRunning && <Progress value={percentOf(counts)} aria-label={t('columns.progress')} />}
      <Text>
        {t('progress', { done: counts.total - counts.waiting - counts.running, total: counts.total })}
        {' · '}
        {parts.filter(Boolean).join(' · ')}
      </Text>
      {isRunning && <Text c="dimmed">{t('one.leave')}</Text>}
      {failures.rows.length > 0 && <Reasons failures={failures} />}
      {batch.experimentId !== undefined && (
        <Text>
          {t('one.ofExperiment')}{' '}
          <TextLink underline="always" to="/experiments/$id" params={{ id: batch.experimentId }}>
            {t('one.toExperiment')}
          </TextLink>
        </Text>
      )}
      <BatchActions batch={batch} failures={failures} />
    </Stack>
  );
}

/** Why generations failed; each reason leads to its rows. */
function Reasons({ failures: { rows, areAll } }: { failures: Failures }) {
  const { t } = useTranslation('batches');
  const language = useLanguage();
  const navigate = useNavigate({ from: '/batches/$id' });
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <Title order={2} id={headingId} mb="sm">
        {areAll ? t('reasons.title') : t('reasons.newest', { count: rows.length })}
      </Title>
      <ul className={classes.reasons}>
        {reasonsOf(rows).map(({ code, message, count }) => (
          <li key={code}>
            <UnstyledButton
              onClick={() => void navigate({ search: { show: 'FAILED', code }, replace: true })}
            >
              <strong>{t('reasons.count', { count })}</strong> {message?.[language]} <code>{code}</code>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
