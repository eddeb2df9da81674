// The form of the next version of an application. It is sent for the version that it began with; when there is a newer one,
// both are shown side by side, and nothing typed is lost.
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, type Application, type ApplicationDefinition } from '#client';
import { Conflict } from '../../form/conflict.tsx';
import { Leaving } from '../../form/leaving.tsx';
import { differencesOf } from '../../form/versions.rules.ts';
import { applicationQuery, publishVersion, readAgain } from '../applications.queries.ts';
import { definitionOf, partsOf, settledDefinition } from '../definition.rules.ts';
import { ApplicationForm } from './application-form.tsx';
import { useDraft } from './use-draft.tsx';

interface EditApplicationProps {
  /** At its latest version. */
  application: Application;
  onDone: () => void;
}

export default function EditApplication({ application, onDone }: EditApplicationProps): ReactNode {
  const { t } = useTranslation('applications');
  const [base] = useState(application); // what the person has seen, however the page's application changes meanwhile
  const form = useDraft(definitionOf(base));
  const { publishing, theirs, goBack, isDone } = usePublishing(base.id, onDone);
  const publish = (definition: ApplicationDefinition, { version }: Application): void => {
    if (!publishing.isPending) publishing.mutate({ definition, latest: version });
  };
  if (theirs) {
    const now = definitionOf(theirs);
    return (
      <Conflict
        words={{
          title: t('conflict.title'),
          theirs: t('conflict.theirs'),
          label: (part) => t(`parts.${part}`),
        }}
        differences={differencesOf(partsOf(definitionOf(base)), partsOf(form.definition), partsOf(now))}
        versions={{ mine: base.version, theirs: theirs.version }}
        isSaving={publishing.isPending}
        error={publishing.error}
        onSave={(parts) => publish(settledDefinition(form.definition, now, parts), theirs)}
        onBack={goBack}
      />
    );
  }
  return (
    <>
      <ApplicationForm
        form={form}
        applicationId={base.id}
        error={publishing.error}
        isSaving={publishing.isPending}
        submitWord={t('form.publish', { version: base.version + 1 })}
        onSubmit={(definition) => publish(definition, base)}
        onCancel={onDone}
      />
      <Leaving isChanged={() => !isDone.current && form.isChanged} />
    </>
  );
}

/** Publishes; on VersionMismatch it reads the version that somebody else has published. */
function usePublishing(id: string, onDone: () => void) {
  const { t } = useTranslation('applications');
  const queries = useQueryClient();
  const [theirs, setTheirs] = useState<Application>();
  const isDone = useRef(false);
  const publishing = useMutation({
    mutationFn: ({ definition, latest }: { definition: ApplicationDefinition; latest: number }) =>
      publishVersion(id, definition, latest),
    onSuccess: async ({ version }) => {
      isDone.current = true;
      await readAgain(queries);
      notifications.show({ message: t('one.published', { version }) });
      onDone();
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.code === 'VersionMismatch')
        setTheirs(await queries.fetchQuery({ ...applicationQuery(id), staleTime: 0 }));
    },
  });
  const goBack = (): void => {
    publishing.reset();
    setTheirs(undefined);
  };
  return { publishing, theirs, goBack, isDone };
}
