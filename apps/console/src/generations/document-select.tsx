// Chooses one of the documents, the newest first; older ones are loaded when they are wanted.
import { Button, Group, Select, type SelectProps } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Document } from '#client';
import { documentQuery } from '../reference/records.queries.ts';
import { documentsQuery } from './generations.queries.ts';

interface DocumentSelectProps extends Pick<SelectProps, 'label' | 'description' | 'placeholder' | 'error'> {
  /** Id of the document. */
  value: string | undefined;
  onChange: (document: Document | undefined) => void;
}

/** Not shown where there is none. */
export function DocumentSelect({ value, onChange, ...shown }: DocumentSelectProps) {
  const { t } = useTranslation('generations');
  const {
    data: documents = [],
    fetchNextPage,
    hasNextPage,
    isFetchingNextPage,
  } = useInfiniteQuery(documentsQuery);
  const chosen = useQuery({ ...documentQuery(value ?? ''), enabled: value !== undefined });
  const titles = new Map(documents.map(({ id, title }) => [id, title]));
  // One that is older than those that are offered, or that was deleted: what is sent is shown.
  if (value !== undefined && !titles.has(value)) titles.set(value, chosen.data?.title ?? value);
  if (titles.size === 0) return null;
  return (
    <Group align="end" gap="sm">
      <Select
        {...shown}
        flex={1}
        miw={200}
        searchable
        clearable
        data={Array.from(titles, ([id, label]) => ({ value: id, label }))}
        value={value ?? null}
        onChange={(id) => onChange(documents.find((document) => document.id === id))}
      />
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('document.older')}
        </Button>
      )}
    </Group>
  );
}
