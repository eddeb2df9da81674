// Names the series of a chart.
import classes from '../overview.module.css';
import { lookOf, type DaysFigures } from './series.rules.ts';

export function Legend({ kind, series }: Pick<DaysFigures, 'kind' | 'series'>) {
  return (
    <ul className={classes.legend}>
      {series.map(({ name, total }, place) => {
        const { color, dash } = lookOf(kind, place);
        return (
          <li key={name}>
            <svg width="28" height="12" aria-hidden>
              {kind === 'bars' ? (
                <rect
                  x="1"
                  y="1"
                  width="26"
                  height="10"
                  fill={color}
                  fillOpacity={place === 0 ? 1 : 0.25}
                  stroke={color}
                  strokeDasharray={dash}
                />
              ) : (
                <line x2="28" y1="6" y2="6" stroke={color} strokeWidth="2" strokeDasharray={dash} />
              )}
            </svg>
            <bdi>{name}</bdi> <strong>{total}</strong>
          </li>
        );
      })}
    </ul>
  );
}
