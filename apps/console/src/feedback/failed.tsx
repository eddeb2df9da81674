// What is shown in the place of something that failed.
import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { TriangleAlertIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#client';
import { remedyOf } from '../api/failures.rules.ts';
import { useSession } from '../api/use-session.tsx';

/** An error: what the API says, its code and request id, what helps, and another try where there is `onRetry`. */
export function Failed({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const { t } = useTranslation('feedback');
  const session = useSession();
  const api = error instanceof ApiError ? error : undefined;
  const remedy = remedyOf(api?.code);
  // The person has signed in since, over this page.
  if (remedy === 'sign-in' && session.is === 'in') return <Alert role="status">{t('signedInAgain')}</Alert>;
  return (
    <Alert role="alert" icon={<TriangleAlertIcon className="state-bad" />}>
      <Stack gap="sm" align="flex-start">
        <Text>{api ? api.message : t('noConnection')}</Text>
        <Text c="dimmed" size="sm">
          {t(`remedies.${remedy}`)}
        </Text>
        {api && (
          <Group gap="sm">
            {api.code && <code>{api.code}</code>}
            {api.requestId && <RequestId id={api.requestId} />}
          </Group>
        )}
        {onRetry && (
          <Button variant="default" size="xs" onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function RequestId({ id }: { id: string }) {
  const { t } = useTranslation('feedback');
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <Button variant="default" size="compact-xs" onClick={copy} title={t('copyId')}>
          {copied ? t('copied') : t('requestId', { id })}
        </Button>
      )}
    </CopyButton>
  );
}
