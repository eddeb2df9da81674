// The applications: the built-in ones, and those of the workspace with their use.
import { Button, Group, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayWrite } from '../../api/use-session.tsx';
import { Heading } from '../../page/index.ts';
import { useKeyHint, useKeys } from '../../keyboard/use-keys.tsx';
import { List } from '../../table/list.tsx';
import { applicationsQuery } from '../applications.queries.ts';
import { useApplicationColumns } from './application-columns.tsx';

export default function ApplicationsPage(): ReactNode {
  const { t } = useTranslation('applications');
  const navigate = useNavigate();
  const mayWrite = useMayWrite();
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
      <List
        query={useInfiniteQuery(applicationsQuery)}
        label={t('title')}
        columns={useApplicationColumns()}
        idOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: '/applications/$id', params: { id } })}
      />
    </Stack>
  );
}
