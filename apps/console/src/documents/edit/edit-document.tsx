// The form in which a document is edited. It is sent for the version that it began with; when there is a newer one, both are
// shown side by side, and nothing typed is lost.
import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, type Document } from '#client';
import { Conflict } from '../../form/conflict.tsx';
import { Leaving } from '../../form/leaving.tsx';
import { submitByKey } from '../../form/submit-by-key.tsx';
import { changedTexts, differencesOf, settled, type Difference } from '../../form/versions.rules.ts';
import { useKeyHint } from '../../keys/use-keys.tsx';
import { changeDocument, documentQuery, keepDocument, productQuery } from '../documents.queries.ts';
import { draftOf, patchOf, type DocumentDraft, type DocumentField } from '../drafts.rules.ts';
import { DocumentFields } from './document-fields.tsx';

interface EditDocumentProps {
  document: Document;
  onDone: () => void;
}

export default function EditDocument({ document, onDone }: EditDocumentProps): ReactNode {
  const { t } = useTranslation('documents');
  const hint = useKeyHint();
  const form = useEdit(document, onDone);
  const { base, draft, theirs, saving } = form;
  const differences = theirs ? differencesOf(draftOf(base), draft, draftOf(theirs)) : [];
  const readable = useProductTitles(differences);
  if (theirs)
    return (
      <Conflict
        words={{
          title: t('conflict.title'),
          theirs: t('conflict.theirs'),
          label: (field) => t(`fields.${field}`),
        }}
        differences={readable}
        versions={{ mine: base.version, theirs: theirs.version }}
        isSaving={saving.isPending}
        error={saving.error}
        onSave={(fields) => form.save(theirs, settled(draft, draftOf(theirs), fields))}
        onBack={form.goBack}
      />
    );
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    form.save(base, draft);
  };
  return (
    <form onSubmit={submit} onKeyDown={submitByKey} aria-label={t('actions.edit')}>
      <Stack gap="md">
        <DocumentFields draft={draft} onChange={form.change} error={saving.error} />
        <Group gap="sm">
          <Button type="submit" {...hint('Ctrl+Enter')} loading={saving.isPending}>
            {t('actions.save')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t('actions.cancel')}
          </Button>
        </Group>
        <Leaving isChanged={form.isChanged} />
      </Stack>
    </form>
  );
}

/** A try to save. */
interface Attempt {
  /** The document that the draft is compared with, and whose version is meant. */
  on: Document;
  draft: DocumentDraft;
}

/** The state of the form. */
function useEdit(document: Document, onDone: () => void) {
  const { t } = useTranslation('documents');
  const queries = useQueryClient();
  const [base] = useState(document); // what the person has seen, however the page's document changes meanwhile
  const [draft, setDraft] = useState(() => draftOf(document));
  const [theirs, setTheirs] = useState<Document>();
  const isDone = useRef(false);
  const saving = useMutation({
    mutationFn: async ({ on, draft: wanted }: Attempt): Promise<Document> => {
      const patch = patchOf(draftOf(on), wanted);
      return Object.keys(patch).length === 0 ? on : changeDocument(on, patch);
    },
    onSuccess: (changed) => {
      isDone.current = true;
      keepDocument(queries, changed);
      notifications.show({ message: t('saved') });
      onDone();
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.code === 'VersionMismatch')
        setTheirs(await queries.fetchQuery({ ...documentQuery(document.id), staleTime: 0 }));
    },
  });
  return {
    base,
    draft,
    theirs,
    saving,
    change: setDraft,
    save: (on: Document, wanted: DocumentDraft) => {
      if (!saving.isPending) saving.mutate({ on, draft: wanted });
    },
    goBack: () => {
      saving.reset();
      setTheirs(undefined);
    },
    isChanged: () => !isDone.current && changedTexts(draftOf(base), draft).length > 0,
  };
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
