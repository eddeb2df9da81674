// The names of people in the records of the workspace.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSession } from '../api/use-session.tsx';
import { memberName } from './people.rules.ts';
import { peopleQuery } from './reference.queries.ts';

/** What a member is called: undefined for somebody who has left, empty until it is known. */
export function usePersonName(): (accountId: string) => string | undefined {
  const { account } = useSession();
  const { data } = useQuery(peopleQuery(account?.currentWorkspaceId ?? ''));
  return useMemo(() => {
    const names = new Map(data?.map((member) => [member.accountId, memberName(member)]));
    return (accountId) => (data ? names.get(accountId) : '');
  }, [data]);
}
