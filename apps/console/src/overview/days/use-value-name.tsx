// How the values are called that figures are told apart by.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApplicationName } from '../../form/writing/use-application-name.tsx';
import { applicationsQuery } from '../../reference/reference.queries.ts';
import type { Group } from '../overview-search.rules.ts';

/** The name of a value; null is all others together. */
export function useValueName(by: Group): (key: string | null) => string {
  const { t } = useTranslation('overview');
  const { data: applications } = useQuery(applicationsQuery);
  const applicationName = useApplicationName();
  return (key) => {
    if (key === null) return t('others');
    const application = applications?.find(({ id }) => by === 'application' && id === key);
    return application ? applicationName(application) : key;
  };
}
