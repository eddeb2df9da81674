// The applications: the built-in ones, and those of the workspace with their use.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListPage } from '../../table/index.ts';
import { applicationsQuery } from '../applications.queries.ts';
import { useApplicationColumns } from './application-columns.tsx';

export default function ApplicationsPage(): ReactNode {
  return (
    <ListPage
      area="applications"
      query={useInfiniteQuery(applicationsQuery)}
      columns={useApplicationColumns()}
    />
  );
}
