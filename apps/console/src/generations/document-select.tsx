// Chooses one of the documents, the newest first; older ones are loaded when they are wanted.
import { Button, Group, Select, type SelectProps } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Document } from '#client';
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
  if (documents.length === 0) return null;
  return (
    <Group align="end" gap="sm">
      <Select
        {...shown}
        flex={1}
        miw={200}
        searchable
        clearable
        data={documents.map(({ id, title }) => ({ value: id, label: title }))}
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
