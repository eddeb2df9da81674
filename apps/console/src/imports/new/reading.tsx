// What was read out of the text or the file of a new import, before it is sent.
import { Alert, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reading } from './asins.rules.ts';
import { readColumns, decodeFile, type FileColumns } from './asin-file.rules.ts';

/** Most entries that are shown of each kind; with more, something else was pasted. */
const SHOWN = 100;

interface ChosenFile {
  columns: FileColumns['columns'];
  /** Place of the column that was taken. */
  taken: number;
  /** Takes the identifiers of another column. */
  take: (column: number) => void;
  read: (file: File) => void;
  /** Name of a file that could not be read. */
  unread: string | undefined;
}

/** A file whose identifiers `onText` gets, one a line. */
export function useFile(onText: (text: string) => void): ChosenFile {
  const [columns, setColumns] = useState<FileColumns['columns']>([]);
  const [taken, setTaken] = useState(0);
  const [unread, setUnread] = useState<string>();

  const show = (all: FileColumns['columns'], column: number): void => {
    setTaken(column);
    onText(all[column]?.cells.join('\n') ?? '');
  };
  const load = async (file: File): Promise<void> => {
    const found = readColumns(decodeFile(new Uint8Array(await file.arrayBuffer())));
    setUnread(undefined);
    setColumns(found.columns);
    show(found.columns, found.proposed);
  };
  return {
    columns,
    taken,
    take: (column) => show(columns, column),
    read: (file) => void load(file).catch(() => setUnread(file.name)),
    unread,
  };
}

/** Says which column of a file was taken, and takes another one. */
export function FileColumnChoice({ file }: { file: ChosenFile }) {
  const { t } = useTranslation('imports');
  if (file.unread !== undefined) return <Alert role="alert">{t('form.unread', { name: file.unread })}</Alert>;
  if (file.columns.length < 2) return null;
  return (
    <NativeSelect
      label={t('form.column')}
      value={file.taken}
      onChange={(event) => file.take(Number(event.currentTarget.value))}
      data={file.columns.map(({ name, asins: count }, i) => ({
        value: String(i),
        label:
          name === undefined
            ? t('form.columnNumber', { number: i + 1, count })
            : t('form.columnName', { name, count }),
      }))}
    />
  );
}

/** How many identifiers there are, and which will not be imported. */
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
