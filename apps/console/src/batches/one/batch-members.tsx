// The generations of a batch, by how they stand.
import { Button, Group, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Batch, GenerationSummary } from '#client';
import { costOf } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { Empty, Failed, Waiting } from '../../feedback/index.ts';
import { type Column, columns, Table } from '../../table/index.ts';
import { FilterChip } from '../../table/filters.tsx';
import { useMore } from '../../table/more.tsx';
import { InlineText } from '../../text-display/safe-text.tsx';
import { membersQuery } from '../batches.queries.ts';
import { BUCKETS, type Bucket } from '../batch-search.rules.ts';
import { countIn } from './batch-members.rules.ts';
import type { Failures } from './use-failures.tsx';

interface BatchMembersProps {
  batch: Batch;
  bucket: Bucket;
  /** Only failures with this code. */
  code: string | undefined;
  failures: Failures;
}

export function BatchMembers({ batch, bucket, code, failures }: BatchMembersProps) {
  const { t } = useTranslation('batches');
  const navigate = useNavigate({ from: '/batches/$id' });
  const columns = useColumns(bucket);
  const { rows, more, total, isPending, error, retry } = useRows(batch, bucket, code, failures);
  const label = t(`buckets.${bucket}`, { count: countIn(batch.counts, bucket) });
  return (
    <Stack gap="md">
      <Group gap="sm" role="group" aria-label={t('buckets.label')}>
        {BUCKETS.map((name) => (
          <Button
            key={name}
            variant={name === bucket ? 'filled' : 'default'}
            aria-pressed={name === bucket}
            onClick={() => void navigate({ search: { show: name }, replace: true })}
          >
            {t(`buckets.${name}`, { count: countIn(batch.counts, name) })}
          </Button>
        ))}
        {code !== undefined && (
          <FilterChip
            name={code}
            onRemove={() => void navigate({ search: { show: bucket }, replace: true })}
          />
        )}
      </Group>
      {error && <Failed error={error} onRetry={retry} />}
      {rows.length === 0 &&
        !error &&
        (isPending ? <Waiting rows={3} /> : <Empty text={t('buckets.empty')} />)}
      {rows.length > 0 && (
        <div>
          <Table
            key={`${bucket} ${code}`}
            label={label}
            columns={columns}
            rows={rows}
            idOf={({ id }) => id}
            total={total}
            onOpen={({ id }) => void navigate({ to: '/generations/$id', params: { id } })}
            more={more}
          />
        </div>
      )}
    </Stack>
  );
}

/** The rows of a bucket: failures are read to their end anyway, the others page by page. */
function useRows(
  { id, counts, status }: Batch,
  bucket: Bucket,
  code: string | undefined,
  failures: Failures,
) {
  const isFailed = bucket === 'FAILED';
  const pages = useInfiniteQuery({
    ...membersQuery(id, bucket, status === 'RUNNING'),
    enabled: !isFailed && countIn(counts, bucket) > 0,
  });
  const more = useMore(pages);
  const rows = useMemo(() => {
    if (!isFailed) return pages.data ?? [];
    return failures.rows.filter(({ errorCode }) => code === undefined || errorCode === code);
  }, [isFailed, pages.data, failures.rows, code]);
  if (!isFailed) {
    const { isLoading: isPending, error, refetch } = pages;
    const retry = (): void => (more?.state === 'failed' ? more.load() : void refetch());
    return { rows, more, total: countIn(counts, bucket), isPending, error, retry };
  }
  const { areAll, error, retry } = failures;
  const total = code === undefined && !areAll ? counts.failed : rows.length;
  return { rows, more: undefined, total, isPending: !areAll, error, retry };
}

const column = columns<GenerationSummary>();

function useColumns(bucket: Bucket): Column<GenerationSummary>[] {
  const { t } = useTranslation(['batches', 'feedback']);
  const language = useLanguage();
  return useMemo(() => {
    const failed = [
      column('text', t('columns.reason'), { size: 320, isWide: true }, (one) => one.errorMessage?.[language]),
      column('state', t('columns.code'), { size: 200 }, (one) => <code>{one.errorCode}</code>),
    ];
    const written = [
      column('text', t('columns.text'), { size: 320, isWide: true }, ({ environment, preview = '' }) => (
        <span lang={environment.language}>
          <InlineText text={preview} />
        </span>
      )),
      column(
        'state',
        t('columns.review'),
        { size: 200 },
        ({ review }) => review && t(`feedback:reviews.${review.state}`),
      ),
    ];
    return [
      column('title', t('columns.title'), { size: 260, isName: true }, ({ id, productTitle, title }) => (
        <Link to="/generations/$id" params={{ id }}>
          <InlineText text={productTitle ?? title} />
        </Link>
      )),
      ...(bucket === 'FAILED' ? failed : written),
      column(
        'cost',
        t('columns.cost'),
        { size: 100 },
        ({ usage }) => usage && costOf(usage, t('unknown'), language),
      ),
    ];
  }, [t, language, bucket]);
}
