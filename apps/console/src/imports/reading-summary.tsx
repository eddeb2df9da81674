// What was read out of the text of a new import, before it is sent.
import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Reading } from './asins.rules.ts';

/** Entries that are shown of each kind; who has more has pasted something else. */
const SHOWN = 100;

export function ReadingSummary({ reading: { asins, doubles, malformed } }: { reading: Reading }) {
  const { t } = useTranslation('imports');
  return (
    <Group align="flex-start" gap="lg">
      <Text role="status">{t('form.asinCount', { count: asins.length })}</Text>
      <Entries title={t('form.twice', { count: doubles.length })} entries={doubles} />
      <Entries title={t('form.malformed', { count: malformed.length })} entries={malformed} />
    </Group>
  );
}

function Entries({ title, entries }: { title: string; entries: readonly string[] }) {
  if (entries.length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <ul style={{ overflowWrap: 'anywhere' }}>
        {entries.slice(0, SHOWN).map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </details>
  );
}
