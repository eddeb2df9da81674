// The form of a new application, empty or begun with a copy of another one.
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationDefinition } from '#client';
import { useCreation } from '../../form/record/use-creation.tsx';
import { NewPage, useGoOn } from '../../page/index.ts';
import { Leaving } from '../../form/leaving.tsx';
import { useApplicationName } from '../../form/writing/use-application-name.tsx';
import { Unread } from '../../feedback/index.ts';
import { applicationQuery } from '../../reference/records.queries.ts';
import { createApplication, readAgain } from '../applications.queries.ts';
import { copyOf, EMPTY_DEFINITION } from '../definition.rules.ts';
import { ApplicationForm } from './application-form.tsx';
import { useDraft } from './use-draft.tsx';

const route = getRouteApi('/framed/applications/new');

export default function NewApplicationPage(): ReactNode {
  const { t } = useTranslation('applications');
  const { from } = route.useSearch();
  const nameOf = useApplicationName();
  const source = useQuery({ ...applicationQuery(from ?? ''), enabled: from !== undefined });
  const name = source.data ? nameOf(source.data) : '';
  const begun =
    from === undefined
      ? EMPTY_DEFINITION
      : source.data && copyOf(source.data, t('copy.name', { name }), t('copy.lead', { name }));
  return (
    <NewPage area="applications">
      {source.data?.builtIn && <Text>{t('copy.builtIn', { name })}</Text>}
      {from !== undefined && <Unread query={source} rows={8} />}
      {begun && <NewApplication from={from} begun={begun} />}
    </NewPage>
  );
}

interface NewApplicationProps {
  from: string | undefined;
  begun: ApplicationDefinition;
}

function NewApplication({ from, begun }: NewApplicationProps): ReactNode {
  const { t } = useTranslation('applications');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const form = useDraft(begun);
  const creating = useCreation(createApplication, async ({ id, version }) => {
    await readAgain(queries);
    notifications.show({ message: t('one.published', { version }) });
    await goOn({ to: '/applications/$id', params: { id } });
  });
  return (
    <>
      <ApplicationForm
        form={form}
        applicationId={from}
        error={creating.error}
        isSaving={creating.isPending}
        submitWord={t('form.publish', { version: 1 })}
        onSubmit={creating.mutate}
        onCancel={() => void navigate({ to: '/applications' })}
      />
      <Leaving isChanged={() => !creating.isDone() && form.isChanged} />
    </>
  );
}
