// Writes what models cost.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { moneyOf } from '../language/figures.rules.ts';
import { useLanguage } from '../language/use-language.tsx';
import { modelsQuery } from '../reference/reference.queries.ts';

/** Writes millionths of the currency that all prices have; null is unknown. */
export function useMoney(): (micros: number | null) => string {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const { data: models } = useQuery(modelsQuery);
  const currency = models?.find(({ prices }) => prices)?.prices?.currency;
  return (micros) => (micros === null ? t('unknown') : moneyOf(micros, currency, language));
}
