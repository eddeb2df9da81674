// The form in which a document is edited. It is sent for the version that it began with; when there is a newer one, both are
// shown side by side, and nothing typed is lost.
import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Document } from '#client';
import { Conflict } from '../../form/conflict.tsx';
import { Leaving } from '../../form/leaving.tsx';
import { submitByKey } from '../../form/submit-by-key.tsx';
import { useEdit } from '../../form/use-edit.tsx';
import { changedTexts, differencesOf, settled, type Difference } from '../../form/versions.rules.ts';
import { useKeyHint } from '../../keyboard/use-keys.tsx';
import { productQuery } from '../../reference/records.queries.ts';
import { changeDocument, documentQuery, keepDocument } from '../documents.queries.ts';
import { draftOf, patchOf, type DocumentDraft, type DocumentField } from '../drafts.rules.ts';
import { DocumentFields } from './document-fields.tsx';

interface EditDocumentProps {
  document: Document;
  onDone: () => void;
}

export default function EditDocument({ document, onDone }: EditDocumentProps): ReactNode {
  const { t } = useTranslation('documents');
  const hint = useKeyHint();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(document));
  const edit = useEdit(document, {
    save: saveDraft,
    read: () => queries.fetchQuery({ ...documentQuery(document.id), staleTime: 0 }),
    onSaved: (saved) => {
      keepDocument(queries, saved);
      notifications.show({ message: t('saved') });
      onDone();
    },
  });
  const { base, theirs, save } = edit;
  const differences = theirs ? differencesOf(draftOf(base), draft, draftOf(theirs)) : [];
  const readable = useProductTitles(differences);
  if (theirs)
    return (
      <Conflict
        edit={edit}
        words={{
          title: t('conflict.title'),
          theirs: t('conflict.theirs'),
          label: (field) => t(`fields.${field}`),
        }}
        differences={readable}
        onSave={(fields) => save(theirs, settled(draft, draftOf(theirs), fields))}
      />
    );
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save(base, draft);
  };
  return (
    <form onSubmit={submit} onKeyDown={submitByKey} aria-label={t('actions.edit')}>
      <Stack gap="md">
        <DocumentFields draft={draft} onChange={setDraft} error={edit.error} />
        <Group gap="sm">
          <Button type="submit" {...hint('Ctrl+Enter')} loading={edit.isSaving}>
            {t('actions.save')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t('actions.cancel')}
          </Button>
        </Group>
        <Leaving isChanged={() => !edit.isSaved() && changedTexts(draftOf(base), draft).length > 0} />
      </Stack>
    </form>
  );
}

async function saveDraft(on: Document, draft: DocumentDraft): Promise<Document> {
  const patch = patchOf(draftOf(on), draft);
  return Object.keys(patch).length === 0 ? on : changeDocument(on, patch);
}

/** The differences with the title of a product in place of its id. */
function useProductTitles(differences: readonly Difference<DocumentField>[]): Difference<DocumentField>[] {
  const of = differences.find(({ field }) => field === 'product');
  const ids = [of?.mine, of?.theirs].filter((id) => id !== undefined && id !== '');
  const titles = useQueries({ queries: ids.map((id) => productQuery(id ?? '')) });
  const titleOf = (id: string): string => titles[ids.indexOf(id)]?.data?.title ?? id;
  return differences.map((one) =>
    one.field === 'product' ? { ...one, mine: titleOf(one.mine), theirs: titleOf(one.theirs) } : one,
  );
}
