// How long a text is, and how long it may be.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PolicyLimit } from '#client';
import { lengthOf, sizeOf, type TextLimit } from './limits.rules.ts';
import classes from './text-display.module.css';

interface RoomProps {
  used: number;
  most: number | undefined;
  unit?: PolicyLimit['unit'];
}

/** The length of something and the most that is allowed; a word says it when that is too much. */
export function Room({ used, most, unit = 'characters' }: RoomProps): ReactNode {
  const { t } = useTranslation('text-display');
  if (most === undefined) return <span className={classes.room}>{t('length', { used })}</span>;
  const isTooLong = used > most;
  const counted = unit === 'characters' || unit === 'items' ? '' : t(`units.${unit}`);
  return (
    <span className={classes.room} data-over={isTooLong || undefined}>
      {t(isTooLong ? 'tooLong' : 'room', { used, most, counted })}
    </span>
  );
}

/** The room of a text in each unit that is limited; without a limit, its characters. */
export function TextRoom({ text, limits }: { text: string; limits: readonly TextLimit[] }): ReactNode {
  if (limits.length === 0) return <Room used={lengthOf(text)} most={undefined} />;
  return limits.map(({ unit, most }) => (
    <Room key={unit} used={sizeOf(text, unit)} most={most} unit={unit} />
  ));
}
