// What was read out of the text or the file of a new import, before it is sent.
import { Alert, Group, NativeSelect, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reading } from './asins.rules.ts';
import { readColumns, decodeFile, type FileColumns } from './asin-file.rules.ts';
import { EMPTY, withColumn, withFile, type ImportDraft } from './import-draft.rules.ts';

/** Most entries that are shown of each kind; with more, something else was pasted. */
const SHOWN = 100;

interface ImportText {
  draft: ImportDraft;
  type: (text: string) => void;
  /** Takes the identifiers of another column of the file. */
  take: (column: number) => void;
  /** Takes the identifiers of a file. */
  read: (file: File) => void;
}

/** The text of a new import, which a person types, and files add to. */
export function useImportText(): ImportText {
  const [draft, setDraft] = useState(EMPTY);
  const reads = useRef(0);
  const read = async (file: File): Promise<void> => {
    const turn = (reads.current += 1);
    const found = await readFile(file).catch(() => undefined);
    // The file that was chosen last counts, whichever is read first.
    if (turn !== reads.current) return;
    setDraft((now) =>
      found ? withFile(now, file.name, found) : { ...now, refused: { name: file.name, reason: 'unread' } },
    );
  };
  return {
    draft,
    type: (text) => setDraft((now) => ({ ...now, text })),
    take: (column) => setDraft((now) => withColumn(now, column)),
    read: (file) => void read(file),
  };
}

async function readFile(file: File): Promise<FileColumns> {
  return readColumns(decodeFile(new Uint8Array(await file.arrayBuffer())));
}

/** Says which column of a file was taken, and takes another one; and of which file nothing was taken. */
export function FileColumnChoice({ draft, take }: Pick<ImportText, 'draft' | 'take'>) {
  const { t } = useTranslation('imports');
  const { columns, taken, refused } = draft;
  return (
    <>
      {refused && <Alert role="alert">{t(`form.${refused.reason}`, { name: refused.name })}</Alert>}
      {columns.length > 1 && (
        <NativeSelect
          label={t('form.column')}
          value={taken}
          onChange={(event) => take(Number(event.currentTarget.value))}
          data={columns.map(({ name, asins: count }, i) => ({
            value: String(i),
            label:
              name === undefined
                ? t('form.columnNumber', { number: i + 1, count })
                : t('form.columnName', { name, count }),
          }))}
        />
      )}
    </>
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
