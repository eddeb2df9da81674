// Names the people who started imports.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../api/use-session.tsx';
import { peopleQuery } from '../reference/reference.queries.ts';

/** The name of an account of the workspace, or else its e-mail; for one that has left, the word for somebody. */
export function useStarterName(): (accountId: string) => string {
  const { t } = useTranslation('imports');
  const { account } = useSession();
  const { data: members } = useQuery(peopleQuery(account?.currentWorkspaceId ?? ''));
  return useMemo(() => {
    const names = new Map(members?.map(({ accountId, name, email }) => [accountId, name ?? email]));
    return (accountId) => names.get(accountId) ?? (members ? t('somebody') : '');
  }, [members, t]);
}
