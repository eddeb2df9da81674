// How an import stands, and what can be done about it.
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Import } from '#client';
import { newKey } from '../api/new-key.client.ts';
import { useMayWrite } from '../api/use-session.tsx';
import { Heading, ButtonLink, TextLink } from '../page/index.ts';
import { regionOf, timeOf } from '../language/figures.rules.ts';
import { useLanguage } from '../language/use-language.tsx';
import { Failed, WorkStatus } from '../feedback/index.ts';
import { usePersonName } from '../reference/use-person-name.tsx';
import { retryableQuery, useCancelImport, useRetryImport } from './imports.queries.ts';
import { againOf, percentOf } from './import-progress.rules.ts';

export function ImportOverview({ state }: { state: Import }) {
  const { t } = useTranslation('imports');
  const language = useLanguage();
  const nameOf = usePersonName();
  const { accountId, batchId, batchError, counts, createdAt, completedAt, deadlineAt, retryOf, status } =
    state;
  const isRunning = status === 'RUNNING';
  const done = counts.total - counts.importing;
  const title = state.marketplace
    ? t('title', { marketplace: regionOf(state.marketplace, language) })
    : t('titleOfFile');
  return (
    <Stack gap="md" mb="lg">
      <Group justify="space-between">
        <Heading title={title} />
        <ImportActions state={state} />
      </Group>
      <Group gap="lg">
        <span role="status">
          <WorkStatus status={status} />
        </span>
        <Text c="dimmed">
          {t('begunBy', { time: timeOf(createdAt, language), name: nameOf(accountId) ?? t('somebody') })} ·{' '}
          {completedAt === undefined
            ? t('endsBy', { time: timeOf(deadlineAt, language) })
            : t('endedAt', { time: timeOf(completedAt, language) })}
        </Text>
        {retryOf !== undefined && (
          <TextLink to="/imports/$id" params={{ id: retryOf }}>
            {t('retryOf')}
          </TextLink>
        )}
      </Group>
      {isRunning && <Progress value={percentOf(counts)} aria-label={t('columns.progress')} />}
      <Text>
        {t('progress', { done, total: counts.total })} · {t('counts', counts)}
      </Text>
      {isRunning && <Text c="dimmed">{t('leave')}</Text>}
      {batchId !== undefined && (
        <TextLink to="/batches/$id" params={{ id: batchId }}>
          {t('batch')}
        </TextLink>
      )}
      {batchError && (
        <Text>
          ⚠ {t('noBatch', { reason: batchError.message[language] })} <code>{batchError.code}</code>
        </Text>
      )}
    </Stack>
  );
}

function ImportActions({ state }: { state: Import }) {
  const { t } = useTranslation('imports');
  const navigate = useNavigate();
  const { data: retryable } = useQuery(retryableQuery);
  const [key] = useState(newKey);
  const retry = useRetryImport(state.id);
  const cancel = useCancelImport(state.id);
  if (!useMayWrite()) return null;

  const error = retry.error ?? cancel.error;
  const { counts, status } = state;
  const again = againOf(state, retryable);
  const onRetry = (): void =>
    retry.mutate(key, { onSuccess: ({ id }) => void navigate({ to: '/imports/$id', params: { id } }) });
  return (
    <Group>
      {error && <Failed error={error} />}
      {status === 'RUNNING' && (
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('cancel')}
        </Button>
      )}
      {status !== 'RUNNING' && counts.success > 0 && (
        <ButtonLink to="/batches/new" search={{ import: state.id }}>
          {t('write', { count: counts.success })}
        </ButtonLink>
      )}
      {again?.by === 'upload' && <Text c="dimmed">{t('uploadAgain')}</Text>}
      {again?.by === 'retry' && (
        <Button variant="default" loading={retry.isPending} onClick={onRetry}>
          {again.count === undefined ? t('retryFailed') : t('retry', { count: again.count })}
        </Button>
      )}
    </Group>
  );
}
