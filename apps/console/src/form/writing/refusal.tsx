// What the API says against a request to have texts written.
import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#client';
import { messagesByField } from '../../api/failures.rules.ts';
import { Failed } from '../../state/failed.tsx';

interface RefusalProps {
  error: Error | null;
  /** Path of what runs, for a refusal because too much does. */
  running: string;
  onRetry?: (() => void) | undefined;
}

/** What no field can tell. */
export function Refusal({ error, running, onRetry }: RefusalProps) {
  const { t } = useTranslation('form');
  if (!error) return null;
  const count = error instanceof ApiError ? Object.keys(messagesByField(error)).length : 0;
  if (count > 0)
    return (
      <Alert role="alert">
        {t('writing.refused', { count })} {error.message}
      </Alert>
    );
  return (
    <>
      <Failed error={error} {...(onRetry && { onRetry })} />
      {error instanceof ApiError && error.code === 'QuotaExceeded' && (
        <Text>
          <Anchor component={Link} to={running}>
            {t('writing.running')}
          </Anchor>
        </Text>
      )}
    </>
  );
}
