// How long a text is, and how long it may be.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './text-display.module.css';

/** The length of something and the most that is allowed; a word says it when that is too much. */
export function Room({ used, most }: { used: number; most: number | undefined }): ReactNode {
  const { t } = useTranslation('text-display');
  if (most === undefined) return <span className={classes.room}>{t('length', { used })}</span>;
  const isTooLong = used > most;
  return (
    <span className={classes.room} data-over={isTooLong || undefined}>
      {t(isTooLong ? 'tooLong' : 'room', { used, most })}
    </span>
  );
}
