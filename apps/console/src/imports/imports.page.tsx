// The imports of the workspace, newest first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportSummary } from '#client';
import { regionOf, timeOf } from '../language/figures.rules.ts';
import { useLanguage } from '../language/use-language.tsx';
import { type Column, columns, ListPage } from '../table/index.ts';
import { InlineText } from '../text-display/safe-text.tsx';
import type { ImportSearch } from './import-search.rules.ts';
import { ImportFilters } from './import-filters.tsx';
import { importsQuery } from './imports.queries.ts';
import { percentOf } from './import-progress.rules.ts';
import { usePersonName } from '../reference/use-person-name.tsx';
import { WorkStatus } from '../feedback/index.ts';

const route = getRouteApi('/framed/imports');

export default function ImportsPage() {
  const { t } = useTranslation('imports');
  const navigate = useNavigate();
  const search = route.useSearch();
  const change = (next: ImportSearch): void => void navigate({ to: '/imports', search: next });
  return (
    <ListPage
      area="imports"
      query={useInfiniteQuery(importsQuery(search))}
      columns={useColumns()}
      empty={t('none')}
      filters={{
        search,
        bar: <ImportFilters search={search} onChange={change} />,
        noMatch: t('noMatch'),
        onChange: change,
      }}
    />
  );
}

const column = columns<ImportSummary>();

function useColumns(): Column<ImportSummary>[] {
  const { t } = useTranslation('imports');
  const language = useLanguage();
  const nameOf = usePersonName();
  return useMemo(
    () => [
      column('begun', t('columns.begun'), { size: 180, isName: true }, ({ id, createdAt }) => (
        <Link to="/imports/$id" params={{ id }}>
          {timeOf(createdAt, language)}
        </Link>
      )),
      column('by', t('columns.by'), { size: 200, isWide: true }, ({ accountId }) => (
        <InlineText text={nameOf(accountId) ?? t('somebody')} />
      )),
      column('marketplace', t('columns.marketplace'), { size: 160 }, ({ marketplace }) =>
        marketplace ? regionOf(marketplace, language) : t('file'),
      ),
      column('progress', t('columns.progress'), { size: 240 }, (one) => <Progress {...one} />),
      column('status', t('columns.status'), { size: 160 }, ({ status }) => <WorkStatus status={status} />),
    ],
    [t, language, nameOf],
  );
}

function Progress({ counts, status }: Pick<ImportSummary, 'counts' | 'status'>) {
  const { t } = useTranslation('imports');
  const { success, failure } = counts;
  return (
    <>
      {status === 'RUNNING' && (
        <>
          <meter min={0} max={100} value={percentOf(counts)} aria-label={t('columns.progress')} />{' '}
        </>
      )}
      {t('counts', { success, failure })}
    </>
  );
}
