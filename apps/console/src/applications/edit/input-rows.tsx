// The inputs of an application as rows, and the JSON Schema that they make.
import {
  ActionIcon,
  Button,
  Checkbox,
  Fieldset,
  Group,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { Trash2Icon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FoldedJson } from '../../text-display/code-text.tsx';
import { bound } from '../../form/bound.rules.ts';
import classes from '../applications.module.css';
import { INPUT_KINDS, newRow, rowFault, type InputKind, type InputRow } from './input-rows.rules.ts';

interface InputRowsProps {
  rows: readonly InputRow[];
  schema: object;
  /** What the API has refused, by target. */
  refused: Readonly<Record<string, string>>;
  areFaultsShown: boolean;
  onChange: (rows: readonly InputRow[]) => void;
}

export function InputRows({ rows, schema, refused, areFaultsShown, onChange }: InputRowsProps): ReactNode {
  const { t } = useTranslation('applications');
  const inSchema = Object.entries(refused).filter(([target]) => target.startsWith('inputSchema'));
  const ofRow = (name: string) =>
    inSchema.find(([target]) => `${target}.`.startsWith(`inputSchema.properties.${name}.`))?.[1];
  const others = inSchema.filter(([, message]) => !rows.some(({ name }) => ofRow(name) === message));
  return (
    <Fieldset legend={t('parts.inputs')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('inputs.help')}
        </Text>
        {others.map(([target, message]) => (
          <Text key={target} role="alert" size="sm">
            {target}: {message}
          </Text>
        ))}
        {rows.map((row) => {
          const fault = areFaultsShown ? rowFault(row, rows) : undefined;
          return (
            <Row
              key={row.key}
              row={row}
              error={fault ? t(`inputs.faults.${fault}`) : ofRow(row.name.trim())}
              onChange={(changed) =>
                onChange(rows.map((one) => (one === row ? { ...row, ...changed } : one)))
              }
              onRemove={() => onChange(rows.filter((one) => one !== row))}
            />
          );
        })}
        <Group>
          <Button variant="default" onClick={() => onChange([...rows, newRow(rows)])}>
            {t('inputs.add')}
          </Button>
        </Group>
        <FoldedJson label={t('inputs.schema')} value={schema} />
      </Stack>
    </Fieldset>
  );
}

interface RowProps {
  row: InputRow;
  error: string | undefined;
  onChange: (changed: Partial<InputRow>) => void;
  onRemove: () => void;
}

function Row({ row, error, onChange, onRemove }: RowProps): ReactNode {
  const { t } = useTranslation('applications');
  const { name, kind } = row;
  const { text, check } = bound(row, onChange);
  const kinds: readonly InputKind[] = kind === 'other' ? ['other', ...INPUT_KINDS] : INPUT_KINDS;
  return (
    <div className={classes.row} role="group" aria-label={name === '' ? t('inputs.unnamed') : name}>
      <TextInput {...text('name')} label={t('inputs.name')} error={error} />
      <NativeSelect
        label={t('inputs.kind')}
        data={kinds.map((value) => ({ value, label: t(`kindsOfInput.${value}`) }))}
        value={kind}
        onChange={({ currentTarget }) =>
          onChange({ kind: currentTarget.value as InputKind, least: undefined, most: undefined, choices: '' })
        }
      />
      <Limits row={row} onChange={onChange} />
      <TextInput {...text('description')} label={t('inputs.description')} />
      <Checkbox {...check('isRequired')} className={classes.required} label={t('inputs.required')} />
      <ActionIcon
        className={classes.required}
        variant="subtle"
        size="lg"
        aria-label={t('inputs.remove', { name })}
        onClick={onRemove}
      >
        <Trash2Icon size={18} />
      </ActionIcon>
    </div>
  );
}

/** What an input may hold, by its kind. */
function Limits({ row, onChange }: Pick<RowProps, 'row' | 'onChange'>): ReactNode {
  const { t } = useTranslation('applications');
  const { kind } = row;
  const { text } = bound(row, onChange);
  const isNumber = kind === 'number' || kind === 'whole';
  const limit = (which: 'least' | 'most', label: string) => (
    <TextInput
      type="number"
      label={label}
      min={isNumber ? undefined : 1}
      step={kind === 'number' ? 'any' : 1}
      value={row[which] ?? ''}
      onChange={({ currentTarget: { valueAsNumber } }) =>
        onChange({ [which]: Number.isNaN(valueAsNumber) ? undefined : valueAsNumber })
      }
    />
  );
  if (kind === 'choice')
    return <Textarea {...text('choices')} label={t('inputs.choices')} autosize minRows={1} />;
  if (kind === 'text') return limit('most', t('inputs.mostCharacters'));
  if (kind === 'words') return limit('most', t('inputs.mostWords'));
  if (!isNumber) return null;
  return (
    <>
      {limit('least', t('inputs.least'))}
      {limit('most', t('inputs.most'))}
    </>
  );
}
