// The documents of the workspace, newest first.
import { Button, Group, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Document } from '#client';
import { useRole } from '../../api/use-session.tsx';
import { Heading } from '../../feature/index.ts';
import { useKeyHint, useKeys } from '../../keys/use-keys.tsx';
import { Ago } from '../../language/ago.tsx';
import { Empty } from '../../state/empty.tsx';
import { Failed } from '../../state/failed.tsx';
import { Waiting } from '../../state/waiting.tsx';
import type { Column } from '../../table/columns.tsx';
import { useMore } from '../../table/more.tsx';
import { Table } from '../../table/table.tsx';
import { InlineText } from '../../wording/safe-text.tsx';
import { documentsQuery } from '../documents.queries.ts';

export default function DocumentsPage(): ReactNode {
  const { t } = useTranslation('documents');
  const navigate = useNavigate();
  const query = useInfiniteQuery(documentsQuery);
  const { data, error, isPending, refetch } = query;
  const more = useMore(query);
  const rows = useMemo(() => data?.pages.flatMap(({ documents }) => documents) ?? [], [data]);
  const columns = useColumns();
  const mayWrite = useRole() !== 'viewer';
  const hint = useKeyHint();
  useKeys({ n: mayWrite && { does: t('actions.new'), act: () => void navigate({ to: '/documents/new' }) } });
  const create = mayWrite && (
    <Button component={Link} to="/documents/new" {...hint('n')}>
      {t('actions.new')}
    </Button>
  );
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Heading title={t('title')} />
        {rows.length > 0 && create}
      </Group>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {isPending && <Waiting rows={5} />}
      {data && rows.length === 0 && <Empty text={t('empty')}>{create}</Empty>}
      {rows.length > 0 && (
        <div>
          <Table
            label={t('title')}
            columns={columns}
            rows={rows}
            idOf={idOf}
            total={more ? undefined : rows.length}
            onOpen={({ id }) => void navigate({ to: '/documents/$id', params: { id } })}
            more={more}
          />
        </div>
      )}
    </Stack>
  );
}

const idOf = ({ id }: Document): string => id;

/** Of the text, the table shows the beginning: so many characters. */
const BEGINNING = 120;

function useColumns(): Column<Document>[] {
  const { t } = useTranslation('documents');
  return useMemo(
    () => [
      {
        id: 'title',
        header: t('columns.title'),
        size: 260,
        meta: { isName: true },
        cell: ({ row: { original } }) => (
          <Link to="/documents/$id" params={{ id: original.id }}>
            <InlineText text={original.title} />
          </Link>
        ),
      },
      {
        id: 'text',
        header: t('columns.text'),
        size: 320,
        meta: { isWide: true },
        cell: ({ row: { original } }) => (
          <InlineText text={original.content.slice(0, BEGINNING).replace(/\s+/g, ' ')} />
        ),
      },
      {
        id: 'version',
        header: t('columns.version'),
        size: 90,
        cell: ({ row: { original } }) => original.version,
      },
      {
        id: 'changed',
        header: t('columns.changed'),
        size: 140,
        cell: ({ row: { original } }) => <Ago moment={original.updatedAt} />,
      },
    ],
    [t],
  );
}
