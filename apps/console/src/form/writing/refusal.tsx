// What the API says against a request to have texts written.
import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#client';
import { messagesByField } from '../../api/failures.rules.ts';
import { Failed } from '../../state/failed.tsx';

/** What no field can tell; when too much runs, it leads to what runs. */
export function Refusal({ error, running }: { error: Error | null; running: string }) {
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
      <Failed error={error} />
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
