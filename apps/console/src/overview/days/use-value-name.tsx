// How the values are called that figures are told apart by.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApplicationName } from '../../form/writing/use-application-name.tsx';
import { languageName } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { applicationsQuery, voicesQuery } from '../../reference/reference.queries.ts';
import type { Group } from '../overview-search.rules.ts';

/** The name of a value; null is all others together. */
export function useValueName(by: Group): (key: string | null) => string {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const { data: applications } = useQuery({ ...applicationsQuery, enabled: by === 'application' });
  const { data: voices } = useQuery({ ...voicesQuery, enabled: by === 'voice' });
  const applicationName = useApplicationName();
  return (key) => {
    if (key === null) return t('others');
    if (by === 'language') return languageName(key, language);
    const named = (by === 'voice' ? voices : by === 'application' ? applications : [])?.find(
      ({ id }) => id === key,
    );
    return named ? applicationName(named) : key;
  };
}
