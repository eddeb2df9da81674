// The figures of a section, and how its series are told apart: by dash and name, and by colour besides. Pure.

/** Height of a chart in CSS pixels. */
export const CHART_HEIGHT = 200;

export interface DaysFigures {
  /** `bars` has two series, what succeeded and what failed; `lines` up to six. */
  kind: 'bars' | 'lines';
  series: readonly { name: string; total: string }[];
  /** Oldest first; the values are in the order of the series, null where they are not known. */
  days: readonly { start: number; values: readonly (number | null)[] }[];
  format: (value: number | null) => string;
}

/** How a series is drawn: a colour of the style sheet, and lengths of dashes and gaps in CSS pixels. */
interface Look {
  color: string;
  dash: string;
}

const BARS: readonly Look[] = [
  { color: 'var(--series-good)', dash: '0' },
  { color: 'var(--series-bad)', dash: '3 2' },
];
const LINES: readonly Look[] = ['0', '6 3', '2 3', '10 3 2 3', '14 4', '1 5'].map((dash, place) => ({
  color: `var(--series-${place + 1})`,
  dash,
}));

/** The look of the series at a place. */
export function lookOf(kind: DaysFigures['kind'], place: number): Look {
  const looks = kind === 'bars' ? BARS : LINES;
  return looks[place % looks.length] ?? { color: 'currentColor', dash: '0' };
}
