// The form of the next version of an application. It is sent for the version that it began with; when there is a newer one,
// both are shown side by side, and nothing typed is lost.
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application, ApplicationDefinition } from '#client';
import { Conflict } from '../../form/record/conflict.tsx';
import { useLeaving } from '../../form/leaving.tsx';
import { useEdit } from '../../form/record/use-edit.tsx';
import { fieldDifferences } from '../../form/record/versions.rules.ts';
import { applicationQuery } from '../../reference/records.queries.ts';
import { publishVersion, readAgain } from '../applications.queries.ts';
import { definitionOf, partTexts, settledDefinition } from '../definition.rules.ts';
import { ApplicationForm } from './application-form.tsx';
import { useDraft } from './use-draft.tsx';

interface EditApplicationProps {
  /** At its latest version. */
  application: Application;
  onDone: () => void;
}

export default function EditApplication({ application, onDone }: EditApplicationProps): ReactNode {
  const { t } = useTranslation('applications');
  const queries = useQueryClient();
  const form = useDraft(definitionOf(application));
  const edit = useEdit(application, {
    save: ({ id, version }, definition: ApplicationDefinition) => publishVersion(id, definition, version),
    read: () => queries.fetchQuery({ ...applicationQuery(application.id), staleTime: 0 }),
    onSaved: async ({ version }) => {
      await readAgain(queries);
      notifications.show({ message: t('one.published', { version }) });
      onDone();
    },
  });
  const { base, theirs, save } = edit;
  const { leave, question } = useLeaving({ isChanged: () => !theirs && !edit.isSaved() && form.isChanged });
  if (theirs) {
    const now = definitionOf(theirs);
    return (
      <Conflict
        edit={edit}
        labelOf={(part) => t(`parts.${part}`)}
        differences={fieldDifferences(
          partTexts(definitionOf(base)),
          partTexts(form.definition),
          partTexts(now),
        )}
        onSave={(parts) => save(theirs, settledDefinition(form.definition, now, parts))}
      />
    );
  }
  return (
    <>
      <ApplicationForm
        form={form}
        applicationId={base.id}
        error={edit.error}
        isSaving={edit.isSaving}
        submitWord={t('form.publish', { version: base.version + 1 })}
        onSubmit={(definition) => save(base, definition)}
        onCancel={() => leave(onDone)}
      />
      {question}
    </>
  );
}
