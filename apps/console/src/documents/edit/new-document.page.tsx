// The form of a new document.
import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DraftForm } from '../../form/record/draft-form.tsx';
import { useCreation } from '../../form/record/use-creation.tsx';
import { changedTexts } from '../../form/record/versions.rules.ts';
import { Back, Heading } from '../../page/index.ts';
import { createDocument, keepDocument } from '../documents.queries.ts';
import { creationOf, EMPTY_DRAFT } from '../document-draft.rules.ts';
import { DocumentFields } from './document-fields.tsx';

export default function NewDocumentPage(): ReactNode {
  const { t } = useTranslation('documents');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const { mutate, error, isPending, isDone } = useCreation(createDocument, async (document) => {
    keepDocument(queries, document);
    await navigate({ to: '/documents/$id', params: { id: document.id } });
  });
  return (
    <Stack gap="md">
      <Back area="documents" />
      <Heading title={t('actions.new')} />
      <DraftForm
        label={t('actions.new')}
        does="create"
        isSending={isPending}
        isChanged={() => !isDone() && changedTexts(EMPTY_DRAFT, draft).length > 0}
        onSubmit={() => mutate(creationOf(draft))}
      >
        <DocumentFields draft={draft} onChange={setDraft} error={error} />
      </DraftForm>
    </Stack>
  );
}
