// The fields of a form that a JSON Schema describes.
import { JsonInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from './fields.rules.ts';
import type { Entries } from './values.rules.ts';

/** Texts of more characters than this get several lines. */
const LONG_TEXT = 200;

/** The names of a field where they are not those of the schema. */
export interface Wording {
  label: string;
  description?: string;
  /** What is shown of a choice. */
  choiceNames?: Readonly<Record<string, string>>;
}

interface SchemaFieldsProps {
  fields: readonly Field[];
  entries: Entries;
  /** What is wrong, by the name of the field. */
  errors: Readonly<Record<string, string>>;
  wordingOf?: (field: Field) => Wording | undefined;
  onChange: (entries: Entries) => void;
}

/** The fields in their order. What is left alone is not in the entries; its default is shown and not sent. */
export function SchemaFields({ fields, entries, errors, wordingOf, onChange }: SchemaFieldsProps) {
  return fields.map((field) => (
    <SchemaField
      key={field.name}
      field={field}
      wording={wordingOf?.(field) ?? field}
      entry={entries[field.name]}
      error={errors[field.name]}
      onChange={(entry) => onChange({ ...entries, [field.name]: entry })}
    />
  ));
}

interface SchemaFieldProps {
  field: Field;
  wording: Wording;
  entry: unknown;
  error: string | undefined;
  onChange: (entry: unknown) => void;
}

function SchemaField(props: SchemaFieldProps) {
  const { t } = useTranslation('form');
  const { field, entry, error, onChange } = props;
  const shared = { ...useShared(props), error };
  const text = typeof entry === 'string' ? entry : '';
  switch (field.kind) {
    case 'text': {
      const { maxLength } = field;
      const Input = (maxLength ?? 0) > LONG_TEXT ? Textarea : TextInput;
      const change = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        onChange(event.currentTarget.value);
      return <Input {...shared} maxLength={maxLength} value={text} onChange={change} />;
    }
    case 'number':
      return (
        <TextInput
          {...shared}
          type="number"
          min={field.least}
          max={field.most}
          step={field.isWhole ? 1 : 'any'}
          value={typeof entry === 'number' ? entry : ''}
          onChange={({ currentTarget: { valueAsNumber } }) =>
            onChange(Number.isNaN(valueAsNumber) ? undefined : valueAsNumber)
          }
        />
      );
    case 'choice':
      return (
        <Select
          {...shared}
          clearable={!shared.withAsterisk}
          data={field.choices.map((choice) => ({
            value: JSON.stringify(choice),
            label: shown(choice, props.wording),
          }))}
          value={entry === undefined ? null : JSON.stringify(entry)}
          onChange={(value) => onChange(value === null ? undefined : JSON.parse(value))}
        />
      );
    case 'switch':
      return <SwitchField {...props} />;
    case 'words':
      return (
        <TagsInput
          {...shared}
          placeholder={t('words')}
          maxTags={field.maxItems}
          splitChars={[',', '，', ';', '\n']}
          value={Array.isArray(entry) ? (entry as string[]) : []}
          onChange={onChange}
          data-takes-when-left
        />
      );
    case 'json':
      return <JsonInput {...shared} autosize minRows={2} maxRows={12} value={text} onChange={onChange} />;
  }
}

/** The properties that the inputs of all kinds have. */
function useShared({ field, wording }: SchemaFieldProps) {
  const { t } = useTranslation('form');
  const { label, description } = wording;
  const hasDefault = field.default !== undefined;
  const placeholder = hasDefault ? t('byDefault', { value: shown(field.default, wording) }) : '';
  return { label, description, placeholder, withAsterisk: field.isRequired && !hasDefault };
}

function shown(choice: unknown, { choiceNames = {} }: Wording): string {
  return choiceNames[String(choice)] ?? String(choice);
}

/** A switch shows its default, and is sent only when a person has changed it. */
function SwitchField({ field, wording, entry, error, onChange }: SchemaFieldProps) {
  const usual = field.default ?? false;
  return (
    <Switch
      label={wording.label}
      description={wording.description}
      error={error}
      checked={(entry ?? usual) === true}
      onChange={({ currentTarget: { checked } }) => onChange(checked === usual ? undefined : checked)}
    />
  );
}
