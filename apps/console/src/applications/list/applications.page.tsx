// The applications: the built-in ones, and those of the workspace with their use.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../../table/index.ts';
import { applicationsQuery } from '../applications.queries.ts';
import { useApplicationColumns } from './application-columns.tsx';

export default function ApplicationsPage(): ReactNode {
  const { t } = useTranslation('applications');
  return (
    <ListPage
      area="applications"
      title={t('title')}
      newText={t('actions.new')}
      query={useInfiniteQuery(applicationsQuery)}
      columns={useApplicationColumns()}
    />
  );
}
