// The figures of the last days, each with the list that is behind it.
import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { numberOf, shareOf } from '../language/figures.rules.ts';
import { useLanguage } from '../language/use-language.tsx';
import { Failed } from '../feedback/index.ts';
import { allProductsQuery, useStatistics } from './overview.queries.ts';
import classes from './overview.module.css';
import { WITH_FAILURES } from './overview-search.rules.ts';
import { costOf, successOf, totalOf } from './statistics.rules.ts';
import { useMoney } from './use-money.tsx';

/** What stands in the place of a figure that is not known yet, or that nothing makes. */
const NOTHING = '–';

export function Numbers({ days }: { days: number }) {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const money = useMoney();
  const products = useQuery(allProductsQuery);
  const outcomes = useStatistics('errorCode', days);
  const usage = useStatistics('model', days);
  const error = products.error ?? outcomes.error ?? usage.error;
  const total = outcomes.data && totalOf(outcomes.data);
  const success = outcomes.data && successOf(outcomes.data);
  const cost = usage.data && costOf(usage.data);
  const number = (value: number | undefined): string =>
    value === undefined ? NOTHING : numberOf(value, language);
  const failed = (count: number | undefined) => (count ? t('numbers.failed', { count }) : undefined);
  const count = products.data && numberOf(products.data.count, language);
  return (
    <section aria-labelledby="numbers">
      <VisuallyHidden id="numbers" component="h2">
        {t('numbers.title')}
      </VisuallyHidden>
      {error && <Failed error={error} />}
      <ul className={classes.numbers}>
        <li>
          <Link to="/products" className={classes.number}>
            <Figure
              name={t('numbers.products')}
              value={
                products.data?.exact === false ? t('numbers.moreThan', { number: count }) : (count ?? NOTHING)
              }
            />
          </Link>
        </li>
        <li>
          <Link to="/imports" search={{ since: days }} className={classes.number}>
            <Figure name={t('numbers.imported')} value={number(total?.imports.success)} />
          </Link>
          {failed(total?.imports.failure) && (
            <Link to="/imports" search={{ since: days, status: WITH_FAILURES }} className={classes.note}>
              {failed(total?.imports.failure)}
            </Link>
          )}
        </li>
        <li>
          <Link to="/generations" search={{ since: days, status: 'SUCCESS' }} className={classes.number}>
            <Figure name={t('numbers.written')} value={number(total?.generations.success)} />
          </Link>
        </li>
        <li>
          <Link to="/generations" search={{ since: days }} className={classes.number}>
            <Figure name={t('numbers.success')} value={shareOf(success, language)} />
          </Link>
          {failed(total?.generations.failed) && (
            <Link to="/generations" search={{ since: days, status: 'FAILED' }} className={classes.note}>
              {failed(total?.generations.failed)}
            </Link>
          )}
        </li>
        <li>
          <Link to="/generations" search={{ since: days }} className={classes.number}>
            <Figure name={t('numbers.cost')} value={cost ? money(cost.micros) : NOTHING} />
          </Link>
          {cost !== undefined && cost.unknown > 0 && (
            <span className={classes.note}>{t('numbers.unknownFor', { count: cost.unknown })}</span>
          )}
        </li>
      </ul>
    </section>
  );
}

function Figure({ name, value }: { name: string; value: string }): ReactNode {
  return (
    <>
      <span>{name}</span> <strong>{value}</strong>
    </>
  );
}
