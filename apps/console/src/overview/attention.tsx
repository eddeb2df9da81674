// What somebody should look at, each with the list that is behind it.
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationName } from '../form/writing/use-application-name.tsx';
import { numberOf } from '../language/figures.rules.ts';
import { useLanguage } from '../language/use-language.tsx';
import { errorsQuery } from '../reference/reference.queries.ts';
import { Failed, Waiting } from '../feedback/index.ts';
import { MOST, useDisabledWebhooks, useStaleTexts, useStatistics, waitingQuery } from './overview.queries.ts';
import classes from './overview.module.css';
import { WITH_FAILURES } from './overview-search.rules.ts';
import { reasonsOf } from './statistics.rules.ts';

export function Attention({ days }: { days: number }) {
  const { t } = useTranslation('overview');
  const stale = useStaleItems();
  const waiting = useWaitingItems();
  const failed = useFailedItems(days);
  const disabled = useDisabledItems();
  const parts = [waiting, stale, failed, disabled];
  const error = parts.find((part) => part.error)?.error;
  const items = parts.flatMap((part) => part.items ?? []);
  const isKnown = parts.every((part) => part.items);
  return (
    <section aria-labelledby="attention" className={classes.attention}>
      <Title order={2} id="attention">
        {t('attention.title')}
      </Title>
      {error && <Failed error={error} />}
      {!isKnown && !error && items.length === 0 && <Waiting rows={2} />}
      {isKnown && items.length === 0 && <p>{t('attention.nothing')}</p>}
      <ul>{items}</ul>
    </section>
  );
}

/** List items; undefined until they are known. */
interface Part {
  items: ReactNode[] | undefined;
  error: Error | null;
}

function useWaitingItems(): Part {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const { data, error } = useQuery(waitingQuery);
  const some = numberOf(data ?? 0, language);
  const number = data === MOST ? t('attention.atLeast', { number: some }) : some;
  const item = (
    <li key="waiting">
      <Link to="/review">{t('attention.waiting', { count: data, number })}</Link>
    </li>
  );
  return { items: data === undefined ? undefined : data > 0 ? [item] : [], error };
}

function useStaleItems(): Part {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const nameOf = useApplicationName();
  const { data, error } = useStaleTexts();
  const items = data
    ?.filter(({ count }) => count.count > 0)
    .map(({ id, name, count: { count, exact } }) => {
      const some = numberOf(count, language);
      const number = exact ? some : t('numbers.moreThan', { number: some });
      return (
        <li key={id}>
          <Link to="/products" search={{ texts: 'stale', application: id }}>
            {t('attention.stale', { count, number, name: nameOf({ id, name }) })}
          </Link>
        </li>
      );
    });
  return { items, error };
}

/** Why items of imports failed, and why generations did. */
function useFailedItems(days: number): Part {
  const { t } = useTranslation('overview');
  const language = useLanguage();
  const { data, error } = useStatistics('errorCode', days);
  const errors = useQuery(errorsQuery);
  const known = { imports: errors.data?.importItems, generations: errors.data?.generations };
  const item = (of: keyof typeof known, { code, count }: { code: string; count: number }): ReactNode => {
    const message = known[of]?.find((one) => one.code === code)?.message[language];
    const words = t(`attention.failed.${of}`, { count, code });
    return (
      <li key={`${of} ${code}`}>
        {of === 'imports' ? (
          <Link to="/imports" search={{ status: WITH_FAILURES, since: days }} title={message}>
            {words}
          </Link>
        ) : (
          <Link to="/generations" search={{ status: 'FAILED', since: days }} title={message}>
            {words}
          </Link>
        )}
        <div className={classes.note}>{message}</div>
      </li>
    );
  };
  const items =
    data &&
    (['imports', 'generations'] as const).flatMap((of) =>
      reasonsOf(of, data).map((reason) => item(of, reason)),
    );
  return { items, error };
}

function useDisabledItems(): Part {
  const { t } = useTranslation('overview');
  const { data, error, isEnabled } = useDisabledWebhooks();
  if (!isEnabled || data === 0) return { items: [], error: null };
  const items = data && [
    <li key="webhooks">
      <Link to="/settings/webhooks">{t('attention.webhooks', { count: data })}</Link>
    </li>,
  ];
  return { items: items || undefined, error };
}
