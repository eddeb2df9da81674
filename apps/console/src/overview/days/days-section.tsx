// A heading, a sentence, and the figures of each day as a chart or as a table.
import { Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { isoDay } from '../../language/figures.rules.ts';
import { Waiting } from '../../feedback/index.ts';
import { later } from '../../page/index.ts';
import { DaysTable } from './days-table.tsx';
import { Legend } from './legend.tsx';
import { CHART_HEIGHT, type DaysFigures } from './series.rules.ts';

// The library of charts is large, and only charts need it.
const DaysChart = later(() => import('./days-chart.tsx'), <Waiting rows={1} height={CHART_HEIGHT} />);

interface DaysSectionProps extends DaysFigures {
  id: 'imports' | 'generations' | 'tokens' | 'cost';
  title: string;
  /** What the figures say, in a sentence. */
  says: string;
  isTable: boolean;
}

export function DaysSection({ id, title, says, isTable, ...figures }: DaysSectionProps) {
  const navigate = useNavigate();
  const area = id === 'imports' ? '/imports' : '/generations';
  const open = (start: number): void => void navigate({ to: area, search: { day: isoDay(start) } });
  const ids = { title: `days-${id}`, says: `says-${id}` };
  return (
    <Stack component="section" gap="sm">
      <Title order={2} id={ids.title}>
        {title}
      </Title>
      <Text id={ids.says}>{says}</Text>
      {isTable ? (
        <DaysTable {...figures} label={title} area={area} />
      ) : (
        figures.days.some(({ values }) => values.some((value) => value !== 0)) && (
          <>
            <Legend {...figures} />
            <div role="img" aria-labelledby={ids.title} aria-describedby={ids.says}>
              <DaysChart {...figures} onOpen={open} />
            </div>
          </>
        )
      )}
    </Stack>
  );
}
