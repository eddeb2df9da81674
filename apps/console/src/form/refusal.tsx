// What is wrong with a form that the API has refused: how many fields above it, and the reason at each of them.
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#client';
import { messagesByField } from '../api/failures.rules.ts';
import { Failed } from '../state/failed.tsx';

/** What is wrong, by the full target of each finding; nothing when the error is about no field. */
export function refusalsOf(error: Error | null): Readonly<Record<string, string>> {
  return error instanceof ApiError && error.status === 400 ? messagesByField(error) : {};
}

/** Tells how many fields are wrong; an error that no field has is shown whole. */
export function Refusal({ error, count }: { error: Error | null; count: number }): ReactNode {
  const { t } = useTranslation('form');
  if (!error) return null;
  return count > 0 ? <Alert role="alert">{t('errors', { count })}</Alert> : <Failed error={error} />;
}
