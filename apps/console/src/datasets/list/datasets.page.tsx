// The datasets of the workspace, newest first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dataset } from '#client';
import { Ago } from '../../language/ago.tsx';
import { numberOf } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { type Column, columns, ListPage } from '../../table/index.ts';
import { InlineText } from '../../text-display/safe-text.tsx';
import { datasetsQuery } from '../datasets.queries.ts';

export default function DatasetsPage(): ReactNode {
  const { t } = useTranslation('datasets');
  return (
    <ListPage
      area="datasets"
      query={useInfiniteQuery(datasetsQuery)}
      columns={useColumns()}
      empty={t('empty')}
    />
  );
}

const column = columns<Dataset>();

function useColumns(): Column<Dataset>[] {
  const { t } = useTranslation('datasets');
  const language = useLanguage();
  return useMemo(
    () => [
      column('name', t('columns.name'), { size: 260, isName: true, isWide: true }, ({ id, name }) => (
        <Link to="/datasets/$id" params={{ id }}>
          <InlineText text={name} />
        </Link>
      )),
      column('cases', t('columns.cases'), { size: 120 }, ({ cases }) => numberOf(cases, language)),
      column('accepted', t('columns.accepted'), { size: 200 }, (one) =>
        numberOf(one.withReferences, language),
      ),
      column('made', t('columns.made'), { size: 140 }, ({ createdAt }) => <Ago moment={createdAt} />),
    ],
    [t, language],
  );
}
