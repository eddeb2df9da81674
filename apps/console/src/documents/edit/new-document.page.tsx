// The form of a new document.
import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keysByBody } from '../../api/new-key.client.ts';
import { Back, Heading } from '../../page/index.ts';
import { Leaving } from '../../form/leaving.tsx';
import { submitByKey } from '../../form/submit-by-key.tsx';
import { changedTexts } from '../../form/versions.rules.ts';
import { useKeyHint } from '../../keyboard/use-keys.tsx';
import { createDocument, keepDocument } from '../documents.queries.ts';
import { creationOf, EMPTY_DRAFT } from '../drafts.rules.ts';
import { DocumentFields } from './document-fields.tsx';

export default function NewDocumentPage(): ReactNode {
  const { t } = useTranslation('documents');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const hint = useKeyHint();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [keyOf] = useState(keysByBody); // a double click makes one document
  const isDone = useRef(false);
  const creating = useMutation({
    mutationFn: () => {
      const body = creationOf(draft);
      return createDocument(body, keyOf(body));
    },
    onSuccess: async (document) => {
      isDone.current = true;
      keepDocument(queries, document);
      await navigate({ to: '/documents/$id', params: { id: document.id } });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!creating.isPending) creating.mutate();
  };
  return (
    <Stack gap="md">
      <Back area="documents" />
      <Heading title={t('actions.new')} />
      <form onSubmit={submit} onKeyDown={submitByKey} aria-label={t('actions.new')}>
        <Stack gap="md">
          <DocumentFields draft={draft} onChange={setDraft} error={creating.error} />
          <Group gap="sm">
            <Button type="submit" {...hint('Ctrl+Enter')} loading={creating.isPending}>
              {t('actions.create')}
            </Button>
          </Group>
        </Stack>
      </form>
      <Leaving isChanged={() => !isDone.current && changedTexts(EMPTY_DRAFT, draft).length > 0} />
    </Stack>
  );
}
