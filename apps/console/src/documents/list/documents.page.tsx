// The documents of the workspace, newest first.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Document } from '#client';
import { Ago } from '../../language/ago.tsx';
import { type Column, columns, ListPage } from '../../table/index.ts';
import { InlineText } from '../../text-display/safe-text.tsx';
import { documentsQuery } from '../documents.queries.ts';

export default function DocumentsPage(): ReactNode {
  const { t } = useTranslation('documents');
  return (
    <ListPage
      area="documents"
      query={useInfiniteQuery(documentsQuery)}
      columns={useColumns()}
      empty={t('empty')}
    />
  );
}

/** So many characters of the text are shown. */
const BEGINNING = 120;

const column = columns<Document>();

function useColumns(): Column<Document>[] {
  const { t } = useTranslation('documents');
  return useMemo(
    () => [
      column('title', t('fields.title'), { size: 260, isName: true }, ({ id, title }) => (
        <Link to="/documents/$id" params={{ id }}>
          <InlineText text={title} />
        </Link>
      )),
      column('text', t('fields.content'), { size: 320, isWide: true }, ({ content }) => (
        <InlineText text={content.slice(0, BEGINNING).replace(/\s+/g, ' ')} />
      )),
      column('version', t('columns.version'), { size: 90 }, ({ version }) => version),
      column('changed', t('columns.changed'), { size: 140 }, (one) => <Ago moment={one.updatedAt} />),
    ],
    [t],
  );
}
