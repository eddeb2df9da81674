// The documents of the workspace, newest first.
import { Button, Group, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Document } from '#client';
import { useMayWrite } from '../../api/use-session.tsx';
import { Heading } from '../../page/index.ts';
import { useKeyHint, useKeys } from '../../keyboard/use-keys.tsx';
import { Ago } from '../../language/ago.tsx';
import { columns, type Column } from '../../table/columns.tsx';
import { List } from '../../table/list.tsx';
import { InlineText } from '../../text-display/safe-text.tsx';
import { documentsQuery } from '../documents.queries.ts';

export default function DocumentsPage(): ReactNode {
  const { t } = useTranslation('documents');
  const navigate = useNavigate();
  const query = useInfiniteQuery(documentsQuery);
  const mayWrite = useMayWrite();
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
        {query.data && query.data.length > 0 && create}
      </Group>
      <List
        query={query}
        label={t('title')}
        columns={useColumns()}
        idOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: '/documents/$id', params: { id } })}
        empty={t('empty')}
        action={create}
      />
    </Stack>
  );
}

/** Of the text, the table shows the beginning: so many characters. */
const BEGINNING = 120;

const column = columns<Document>();

function useColumns(): Column<Document>[] {
  const { t } = useTranslation('documents');
  return useMemo(
    () => [
      column('title', t('columns.title'), { size: 260, isName: true }, ({ id, title }) => (
        <Link to="/documents/$id" params={{ id }}>
          <InlineText text={title} />
        </Link>
      )),
      column('text', t('columns.text'), { size: 320, isWide: true }, ({ content }) => (
        <InlineText text={content.slice(0, BEGINNING).replace(/\s+/g, ' ')} />
      )),
      column('version', t('columns.version'), { size: 90 }, ({ version }) => version),
      column('changed', t('columns.changed'), { size: 140 }, (one) => <Ago moment={one.updatedAt} />),
    ],
    [t],
  );
}
