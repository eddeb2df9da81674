// The experiments of the workspace, newest first.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExperimentList } from '#client';
import { WorkStatus } from '../../feedback/index.ts';
import { useApplicationName } from '../../form/writing/use-application-name.tsx';
import { timeOf } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { offeredDatasetsQuery } from '../../reference/datasets.queries.ts';
import { applicationsQuery } from '../../reference/reference.queries.ts';
import { type Column, columns, ListPage } from '../../table/index.ts';
import { InlineText } from '../../text-display/safe-text.tsx';
import { experimentsQuery } from '../experiments.queries.ts';

type Experiment = ExperimentList['experiments'][number];

export default function ExperimentsPage(): ReactNode {
  const { t } = useTranslation('experiments');
  return (
    <ListPage
      area="experiments"
      query={useInfiniteQuery(experimentsQuery)}
      columns={useColumns()}
      empty={t('empty')}
    />
  );
}

const column = columns<Experiment>();

function useColumns(): Column<Experiment>[] {
  const { t } = useTranslation('experiments');
  const language = useLanguage();
  const { data: applications } = useQuery(applicationsQuery);
  const { data: datasets } = useQuery(offeredDatasetsQuery);
  const nameOf = useApplicationName();
  return useMemo(
    () => [
      column('begun', t('columns.begun'), { size: 180, isName: true }, ({ id, createdAt }) => (
        <Link to="/experiments/$id" params={{ id }}>
          {timeOf(createdAt, language)}
        </Link>
      )),
      column('application', t('columns.application'), { size: 180 }, ({ applicationId }) => {
        const application = applications?.find(({ id }) => id === applicationId);
        return application && nameOf(application);
      }),
      column('arms', t('columns.arms'), { size: 260, isWide: true }, ({ arms }) => (
        <InlineText text={arms.map(({ name }) => name).join(' / ')} />
      )),
      column('dataset', t('columns.dataset'), { size: 220 }, ({ datasetId }) => (
        <InlineText text={datasets?.find(({ id }) => id === datasetId)?.name ?? ''} />
      )),
      column('status', t('columns.status'), { size: 150 }, ({ status }) => <WorkStatus status={status} />),
    ],
    [t, language, applications, datasets, nameOf],
  );
}
