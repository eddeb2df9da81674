// The page of an application: what it consists of, its versions, and what is done with it.
import { Alert, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '#client';
import { hasCode } from '../../api/failures.rules.ts';
import { useMayWrite } from '../../api/use-session.tsx';
import { later, Missing, ButtonLink } from '../../page/index.ts';
import { RecordPage } from '../../form/record/record-page.tsx';
import { useApplicationName } from '../../form/writing/use-application-name.tsx';
import { Ago } from '../../language/ago.tsx';
import { shareOf } from '../../language/figures.rules.ts';
import { Failed, Waiting } from '../../feedback/index.ts';
import { InlineText } from '../../text-display/safe-text.tsx';
import { applicationQuery } from '../../reference/records.queries.ts';
import { DAYS, usageQuery } from '../applications.queries.ts';
import { successRate } from '../application-use.rules.ts';
import { ApplicationActions } from './application-actions.tsx';
import { Definition } from './definition.tsx';
import { UseAgain } from './use-again.tsx';
import { Versions } from './versions.tsx';

const route = getRouteApi('/framed/applications/$id');
const EditApplication = later(() => import('../edit/edit-application.tsx'), <Waiting rows={8} />);

export default function ApplicationPage(): ReactNode {
  const { t } = useTranslation('applications');
  const { id } = route.useParams();
  const { version } = route.useSearch();
  const latest = useQuery(applicationQuery(id));
  const shown = useQuery({ ...applicationQuery(id, version), enabled: version !== undefined });
  const application = version === undefined ? latest.data : shown.data;
  if (latest.data && application)
    return <ApplicationView key={id} latest={latest.data} shown={application} />;
  const error = latest.error ?? shown.error;
  if (!error) return <Waiting rows={8} />;
  if (!hasCode(error, 'NotFound'))
    return <Failed error={error} onRetry={() => void Promise.all([latest.refetch(), shown.refetch()])} />;
  return <Missing area="applications" text={t(latest.data ? 'one.noVersion' : 'one.notFound')} />;
}

interface ApplicationViewProps {
  latest: Application;
  /** The version that is shown. */
  shown: Application;
}

function ApplicationView({ latest, shown }: ApplicationViewProps): ReactNode {
  const nameOf = useApplicationName();
  return (
    <RecordPage
      area="applications"
      title={nameOf(shown)}
      actions={(edit) => <ApplicationActions application={latest} onEdit={edit} />}
      summary={<ApplicationSummary latest={latest} />}
      form={(close) => <EditApplication application={latest} onDone={close} />}
    >
      {shown.version !== latest.version && <Earlier latest={latest} shown={shown} />}
      {shown.description && <InlineText text={shown.description} />}
      <Definition application={shown} />
      {!latest.builtIn && <Versions latest={latest} shown={shown} />}
    </RecordPage>
  );
}

/** Whose it is, its latest version, and its use, in one line. */
function ApplicationSummary({ latest }: { latest: Application }): ReactNode {
  const { t, i18n } = useTranslation('applications');
  const { data: uses } = useQuery(usageQuery);
  const use = uses && (uses.get(latest.id) ?? { success: 0, failed: 0 });
  const rate = use && successRate(use);
  const { builtIn, version, updatedAt, archivedAt } = latest;
  return (
    <>
      <Group gap="md">
        <span>{t(builtIn ? 'kinds.builtIn' : 'kinds.own')}</span>
        <span>{t('one.version', { version })}</span>
        {!builtIn && (
          <Text c="dimmed">
            <Ago moment={updatedAt} />
          </Text>
        )}
        {use && (
          <Text c="dimmed">
            {t('one.used', { count: use.success + use.failed, days: DAYS })}
            {rate !== undefined && ` · ${t('one.success', { rate: shareOf(rate, i18n.language) })}`}
          </Text>
        )}
      </Group>
      {archivedAt !== undefined && <Alert>{t('one.archived')}</Alert>}
    </>
  );
}

/** An earlier version is shown: how to use it again, and how to come to the latest. */
function Earlier({ latest, shown }: ApplicationViewProps): ReactNode {
  const { t } = useTranslation('applications');
  const mayWrite = useMayWrite();
  const versions = { version: shown.version, latest: latest.version };
  return (
    <Alert title={t('one.earlier', versions)}>
      <Stack gap="sm" align="flex-start">
        {t('one.earlierText', versions)}
        <Group gap="sm">
          {mayWrite && latest.archivedAt === undefined && <UseAgain latest={latest} former={shown} />}
          <ButtonLink variant="default" to="/applications/$id" params={{ id: latest.id }}>
            {t('one.showLatest')}
          </ButtonLink>
        </Group>
      </Stack>
    </Alert>
  );
}
