// The figures of the last days, each with the list that is behind it.
import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
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
  const number = (value: number | undefined) => (value === undefined ? undefined : numberOf(value, language));
  const count = number(products.data?.count);
  return (
    <section aria-labelledby="numbers">
      <VisuallyHidden id="numbers" component="h2">
        {t('numbers.title')}
      </VisuallyHidden>
      {error && <Failed error={error} />}
      <ul className={classes.numbers}>
        <Item
          name={t('numbers.products')}
          value={products.data?.exact === false ? t('numbers.moreThan', { number: count }) : count}
          to="/products"
        />
        <Item
          name={t('numbers.imported')}
          value={number(total?.imports.success)}
          to="/imports"
          search={{ since: days }}
        >
          {total && total.imports.failure > 0 && (
            <Link to="/imports" search={{ since: days, status: WITH_FAILURES }} className={classes.note}>
              {t('numbers.failed', { count: total.imports.failure })}
            </Link>
          )}
        </Item>
        <Item
          name={t('numbers.written')}
          value={number(total?.generations.success)}
          to="/generations"
          search={{ since: days, status: 'SUCCESS' }}
        />
        <Item
          name={t('numbers.success')}
          value={shareOf(success, language)}
          to="/generations"
          search={{ since: days }}
        >
          {total && total.generations.failed > 0 && (
            <Link to="/generations" search={{ since: days, status: 'FAILED' }} className={classes.note}>
              {t('numbers.failed', { count: total.generations.failed })}
            </Link>
          )}
        </Item>
        <Item
          name={t('numbers.cost')}
          value={cost && money(cost.micros)}
          to="/generations"
          search={{ since: days }}
        >
          {cost !== undefined && cost.unknown > 0 && (
            <span className={classes.note}>{t('numbers.unknownFor', { count: cost.unknown })}</span>
          )}
        </Item>
      </ul>
    </section>
  );
}

interface ItemProps extends LinkProps {
  name: string;
  /** Undefined while it is not known. */
  value: string | undefined;
  /** What is to be noted about it. */
  children?: ReactNode;
}

function Item({ name, value = NOTHING, children, ...link }: ItemProps): ReactNode {
  return (
    <li>
      <Link {...link} className={classes.number}>
        <span>{name}</span> <strong>{value}</strong>
      </Link>
      {children}
    </li>
  );
}
