// What is wrong with a form that the API has refused: above it, and at each field.
import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#client';
import { hasCode, messagesByField, remedyOf } from '../api/failures.rules.ts';
import { Failed } from '../feedback/index.ts';

/** What is wrong, by the full target of each finding; nothing when the error is about no field. */
export function refusalsOf(error: Error | null): Readonly<Record<string, string>> {
  return error instanceof ApiError && remedyOf(error.code) === 'correct' ? messagesByField(error) : {};
}

/** The same by the name of a field: what was refused in an entry of a list, such as `images.2`, is its field's. */
export function refusalsByField(error: Error | null): Readonly<Record<string, string>> {
  const messages = Object.entries(refusalsOf(error)).toReversed();
  return Object.fromEntries(
    messages.map(([target, message]) => [target.split(/[.[]/)[0] ?? '', message] as const),
  );
}

interface RefusalProps {
  error: Error | null;
  onRetry?: (() => void) | undefined;
  /** Path of what runs, for a refusal because too much does. */
  running?: string;
}

/** Says how many fields are wrong, and what the API says. An error that is about no field is shown whole. */
export function Refusal({ error, onRetry, running }: RefusalProps): ReactNode {
  const { t } = useTranslation('form');
  if (!error) return null;
  const count = Object.keys(refusalsOf(error)).length;
  if (count > 0)
    return (
      <Alert role="alert">
        {t('errors', { count })} {error.message}
      </Alert>
    );
  const isTooMuch = hasCode(error, 'QuotaExceeded');
  return (
    <>
      <Failed error={error} onRetry={onRetry} />
      {isTooMuch && running !== undefined && (
        <Text>
          <Anchor component={Link} to={running}>
            {t('running')}
          </Anchor>
        </Text>
      )}
    </>
  );
}
