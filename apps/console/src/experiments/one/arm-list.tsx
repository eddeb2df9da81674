// How each arm of an experiment writes, what it has used, and the way to its texts.
import { Anchor, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Experiment, GenerationEnvironment } from '#client';
import { costOf, numberOf } from '../../language/figures.rules.ts';
import { useLanguage } from '../../language/use-language.tsx';
import { voicesQuery } from '../../reference/reference.queries.ts';
import { SmallTable } from '../../table/small-table.tsx';
import { InlineText } from '../../text-display/safe-text.tsx';

const COLUMNS = ['name', 'writes', 'written', 'cost', 'texts'] as const;

export function ArmList({ experiment: { arms } }: { experiment: Experiment }) {
  const { t } = useTranslation('experiments');
  const language = useLanguage();
  const describe = useDescription();
  return (
    <Stack component="section" gap="xs">
      <Title order={2}>{t('arms.title')}</Title>
      <SmallTable label={t('arms.title')} heads={COLUMNS.map((name) => t(`arms.${name}`))}>
        {arms.map(({ name, environment, applicationVersion, batchId, counts, usage }) => (
          <tr key={name}>
            <th scope="row">
              <InlineText text={name} />
            </th>
            <td>
              <InlineText text={describe(environment, applicationVersion)} />
            </td>
            <td>
              {numberOf(counts.success, language)} / {numberOf(counts.total, language)}
            </td>
            <td>{costOf(usage, t('unknown'), language)}</td>
            <td>
              <Anchor
                underline="always"
                renderRoot={(props) => <Link {...props} to="/batches/$id" params={{ id: batchId }} />}
              >
                {t('arms.open', { arm: name })}
              </Anchor>
            </td>
          </tr>
        ))}
      </SmallTable>
    </Stack>
  );
}

/** How an arm writes, in a line: its model, its voice, and whatever else is set. */
function useDescription(): (environment: GenerationEnvironment, version: number) => string {
  const { t } = useTranslation(['experiments', 'form']);
  const { data: voices = [] } = useQuery(voicesQuery);
  return ({ model, voice, ...others }, version) => {
    const named = voices.find(({ id }) => id === voice)?.name ?? voice;
    const rest = Object.entries(others).map(
      ([name, value]) => `${t(`form:settings.${name as 'tone'}`, { count: 1 })}: ${String(value)}`,
    );
    const parts = [
      model,
      voice && t('arms.voice', { voice: named }),
      version > 1 && t('new.version', { version }),
    ];
    return [...parts.filter(Boolean), ...rest].join(' · ');
  };
}
