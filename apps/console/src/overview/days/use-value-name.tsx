// How the values are called that figures are told apart by.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApplicationNameById } from '../../form/writing/use-application-name.tsx';
import { languageName } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { voicesQuery } from '../../reference/reference.queries.ts';
import type { Group } from '../overview-search.rules.ts';

/** The name of a value; null is all others together. */
export function useValueName(by: Group): (key: string | null) => string {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const { data: voices } = useQuery({ ...voicesQuery, enabled: by === 'voice' });
  const applicationName = useApplicationNameById();
  return (key) => {
    if (key === null) return t('others');
    if (by === 'language') return languageName(key, language);
    if (by === 'application') return applicationName(key) ?? key;
    return (by === 'voice' && voices?.find(({ id }) => id === key)?.name) || key;
  };
}
