// Draws the figures of each day. It is loaded when a chart is shown: the library is large.
import '@mantine/charts/styles.css';
import { BarChart, LineChart } from '@mantine/charts';
import { dayInUtc } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import classes from '../overview.module.css';
import { CHART_HEIGHT, lookOf, type DaysFigures } from './series.rules.ts';

interface DaysChartProps extends DaysFigures {
  /** Called with the first second of the day whose bar is clicked. */
  onOpen: (start: number) => void;
}

export default function DaysChart({ kind, series, days, format, onOpen }: DaysChartProps) {
  const language = useLanguage();
  const data = days.map(({ start, values }) => ({
    day: dayInUtc(start, language),
    ...Object.fromEntries(values.map((value, place) => [`s${place}`, value])),
  }));
  const common = {
    className: classes.chart,
    h: CHART_HEIGHT,
    data,
    dataKey: 'day',
    valueFormatter: (value: number) => format(value),
    tickLine: 'none',
    xAxisProps: { minTickGap: 24 },
    yAxisProps: { width: 72, allowDecimals: false },
  } as const;
  const looks = series.map(({ name }, place) => ({
    name: `s${place}`,
    label: name,
    color: lookOf(kind, place).color,
    strokeDasharray: lookOf(kind, place).dash,
  }));
  const failedLook = { fillOpacity: 0.25, strokeOpacity: 1, strokeDasharray: lookOf(kind, 1).dash };
  if (kind === 'lines')
    return (
      <LineChart
        {...common}
        series={looks}
        curveType="linear"
        connectNulls={false}
        withDots={days.length <= 7}
        lineProps={{ isAnimationActive: false }}
        lineChartProps={{ accessibilityLayer: false }}
      />
    );
  return (
    <BarChart
      {...common}
      type="stacked"
      series={looks.map(({ strokeDasharray: _, ...look }) => look)}
      barChartProps={{ accessibilityLayer: false }}
      barProps={({ name }) => ({
        cursor: 'pointer',
        ...(name === 's1' ? failedLook : {}),
        onClick: (_: unknown, place: number) => onOpen(days[place]?.start ?? 0),
      })}
    />
  );
}
