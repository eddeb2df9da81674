// The items of an import in one of their buckets.
import { Button, Group, Stack } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Import, ImportItem } from '#client';
import { useLanguage } from '../language/use-language.tsx';
import { Empty, Failed, Waiting } from '../feedback/index.ts';
import { type Column, columns, Table } from '../table/index.ts';
import { useMore } from '../table/more.tsx';
import { saveCsv } from '../file/save-file.tsx';
import { allItems, itemsQuery, retryableQuery } from './imports.queries.ts';
import { BUCKETS, itemsCsv, type Bucket } from './import-progress.rules.ts';

export function ImportItems({ state, bucket }: { state: Import; bucket: Bucket }) {
  const { t } = useTranslation('imports');
  const language = useLanguage();
  const navigate = useNavigate({ from: '/imports/$id' });
  const columns = useColumns(state.marketplace === undefined);
  const { rows, isLoading, more, error } = useItems(state, bucket);
  const csv = useMutation({
    mutationFn: () => allItems(state, bucket),
    onSuccess: (items) => saveCsv(itemsCsv(items, language), t('fileName', { items: bucket })),
  });
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Group gap="sm" role="group" aria-label={t('buckets.label')}>
          {BUCKETS.map((name) => (
            <Button
              key={name}
              variant={name === bucket ? 'filled' : 'default'}
              aria-pressed={name === bucket}
              onClick={() => void navigate({ search: { items: name }, replace: true })}
            >
              {t(`buckets.${name}`, { count: state.counts[name] })}
            </Button>
          ))}
        </Group>
        {rows.length > 0 && (
          <Button variant="default" loading={csv.isPending} onClick={() => csv.mutate()}>
            {t('download')}
          </Button>
        )}
      </Group>
      {(error ?? csv.error) && <Failed error={(error ?? csv.error) as Error} />}
      {isLoading && <Waiting rows={3} />}
      {rows.length === 0 && !isLoading && !error && <Empty text={t('buckets.empty')} />}
      {rows.length > 0 && (
        <div>
          <Table
            key={bucket}
            label={t(`buckets.${bucket}`, { count: state.counts[bucket] })}
            columns={columns}
            rows={rows}
            idOf={({ asin, row }) => asin ?? String(row)}
            total={state.counts[bucket]}
            more={more}
            onOpen={({ productId }) =>
              productId && void navigate({ to: '/products/$id', params: { id: productId } })
            }
          />
        </div>
      )}
    </Stack>
  );
}

/** The items of a bucket: those that the import lists itself, or pages of them when there are more. */
function useItems({ id, items, counts, status }: Import, bucket: Bucket) {
  const isLong = counts.total > items.length;
  const pages = useInfiniteQuery({ ...itemsQuery(id, bucket, status === 'RUNNING'), enabled: isLong });
  const rows = useMemo(
    () => (isLong ? (pages.data ?? []) : items.filter((item) => item.status === bucket)),
    [isLong, pages.data, items, bucket],
  );
  return { rows, isLoading: pages.isLoading, error: pages.error, more: useMore(pages) };
}

const column = columns<ImportItem>();

function useColumns(isFile: boolean): Column<ImportItem>[] {
  const { t } = useTranslation('imports');
  const language = useLanguage();
  const { data: retryable } = useQuery(retryableQuery);
  return useMemo(
    () => [
      column(
        'asin',
        isFile ? t('columns.row') : t('columns.asin'),
        { size: 140, isName: true },
        ({ asin, row }) => asin ?? row,
      ),
      column(
        'reason',
        t('columns.reason'),
        { size: 420, isWide: true },
        ({ errorMessage }) => errorMessage?.[language],
      ),
      column(
        'code',
        t('columns.code'),
        { size: 300 },
        ({ errorCode }) =>
          errorCode && (
            <>
              <code>{errorCode}</code> {retryable?.has(errorCode) && `↻ ${t('retryable')}`}
            </>
          ),
      ),
      column(
        'product',
        t('columns.product'),
        { size: 120 },
        ({ productId }) =>
          productId && (
            <Link to="/products/$id" params={{ id: productId }}>
              {t('open')}
            </Link>
          ),
      ),
    ],
    [t, language, retryable, isFile],
  );
}
