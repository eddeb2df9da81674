// The batches of the workspace, newest first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Batch } from '#client';
import { useApplicationNameById } from '../../form/writing/use-application-name.tsx';
import { costOf, timeOf } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { type Column, columns, ListPage } from '../../table/index.ts';
import { batchesQuery } from '../batches.queries.ts';
import { percentOf } from '../one/batch-members.rules.ts';
import { WorkStatus } from '../../feedback/index.ts';

export default function BatchesPage() {
  const { t } = useTranslation('batches');
  return (
    <ListPage
      area="batches"
      query={useInfiniteQuery(batchesQuery)}
      columns={useColumns()}
      empty={t('list.empty')}
    />
  );
}

const column = columns<Batch>();

function useColumns(): Column<Batch>[] {
  const { t } = useTranslation('batches');
  const language = useLanguage();
  const nameOf = useApplicationNameById();
  return useMemo(
    () => [
      column('begun', t('columns.begun'), { size: 180, isName: true }, ({ id, createdAt }) => (
        <Link to="/batches/$id" params={{ id }}>
          {timeOf(createdAt, language)}
        </Link>
      )),
      column('application', t('columns.application'), { size: 200, isWide: true }, ({ applicationId }) =>
        nameOf(applicationId),
      ),
      column('progress', t('columns.progress'), { size: 300 }, (batch) => <Progress {...batch} />),
      column('cost', t('columns.cost'), { size: 110 }, ({ usage }) => costOf(usage, t('unknown'), language)),
      column('status', t('columns.status'), { size: 150 }, ({ status }) => <WorkStatus status={status} />),
    ],
    [t, language, nameOf],
  );
}

function Progress({ counts, status }: Pick<Batch, 'counts' | 'status'>) {
  const { t } = useTranslation('batches');
  const { success, failed, total } = counts;
  return (
    <>
      {status === 'RUNNING' && (
        <>
          <meter min={0} max={100} value={percentOf(counts)} aria-label={t('columns.progress')} />{' '}
        </>
      )}
      {t('list.counts', { success, failed, total })}
    </>
  );
}
