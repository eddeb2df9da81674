// The applications: the built-in ones, and those of the workspace with their use.
import { Button, Group, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '#client';
import { useRole } from '../../api/use-session.tsx';
import { Heading } from '../../feature/index.ts';
import { useKeyHint, useKeys } from '../../keys/use-keys.tsx';
import { Failed } from '../../state/failed.tsx';
import { Waiting } from '../../state/waiting.tsx';
import { useMore } from '../../table/more.tsx';
import { Table } from '../../table/table.tsx';
import { applicationsQuery } from '../applications.queries.ts';
import { useColumns } from './columns.tsx';

export default function ApplicationsPage(): ReactNode {
  const { t } = useTranslation('applications');
  const navigate = useNavigate();
  const query = useInfiniteQuery(applicationsQuery);
  const { data, error, isPending, refetch } = query;
  const more = useMore(query);
  const rows = useMemo(() => data?.pages.flatMap(({ applications }) => applications) ?? [], [data]);
  const columns = useColumns();
  const mayWrite = useRole() !== 'viewer';
  const hint = useKeyHint();
  useKeys({
    n: mayWrite && { does: t('actions.new'), act: () => void navigate({ to: '/applications/new' }) },
  });
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Heading title={t('title')} />
        {mayWrite && (
          <Button component={Link} to="/applications/new" {...hint('n')}>
            {t('actions.new')}
          </Button>
        )}
      </Group>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {isPending && <Waiting rows={5} />}
      {data && (
        <div>
          <Table
            label={t('title')}
            columns={columns}
            rows={rows}
            idOf={idOf}
            total={more ? undefined : rows.length}
            onOpen={({ id }) => void navigate({ to: '/applications/$id', params: { id } })}
            more={more}
          />
        </div>
      )}
    </Stack>
  );
}

const idOf = ({ id }: Application): string => id;
