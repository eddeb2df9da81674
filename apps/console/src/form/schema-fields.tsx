// The fields of a form that a JSON Schema describes.
import { JsonInput, NumberInput, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Field } from './fields.rules.ts';
import type { Entries } from './values.rules.ts';

/** Texts of more characters than this get several lines. */
const LONG_TEXT = 200;

/** How a field is called, when not as the schema says. */
export interface Wording {
  label: string;
  description?: string;
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
      field={{ ...field, ...wordingOf?.(field) }}
      entry={entries[field.name]}
      error={errors[field.name]}
      onChange={(entry) => onChange({ ...entries, [field.name]: entry })}
    />
  ));
}

interface SchemaFieldProps {
  field: Field;
  entry: unknown;
  error: string | undefined;
  onChange: (entry: unknown) => void;
}

function SchemaField({ field, entry, error, onChange }: SchemaFieldProps) {
  const { t } = useTranslation('form');
  const { kind, label, description, isRequired, maxLength, maxItems } = field;
  const isMissing = isRequired && field.default === undefined;
  const shared = { label, description, error, withAsterisk: isMissing };
  const byDefault = field.default === undefined ? '' : t('byDefault', { value: String(field.default) });
  const text = typeof entry === 'string' ? entry : '';
  switch (kind) {
    case 'text': {
      const Input = (maxLength ?? 0) > LONG_TEXT ? Textarea : TextInput;
      return (
        <Input
          {...shared}
          placeholder={byDefault}
          maxLength={maxLength}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    }
    case 'number':
      return (
        <NumberInput
          {...shared}
          placeholder={byDefault}
          min={field.least}
          max={field.most}
          allowDecimal={!field.isWhole}
          clampBehavior="none"
          value={typeof entry === 'number' ? entry : ''}
          onChange={(value) => onChange(typeof value === 'number' ? value : undefined)}
        />
      );
    case 'choice':
      return (
        <Select
          {...shared}
          placeholder={byDefault}
          clearable={!isMissing}
          data={field.choices.map((choice) => ({ value: JSON.stringify(choice), label: String(choice) }))}
          value={entry === undefined ? null : JSON.stringify(entry)}
          onChange={(value) => onChange(value === null ? undefined : JSON.parse(value))}
        />
      );
    case 'switch':
      return (
        <Switch
          label={label}
          description={description}
          error={error}
          checked={(entry ?? field.default) === true}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked === (field.default ?? false) ? undefined : checked)
          }
        />
      );
    case 'words':
      return (
        <TagsInput
          {...shared}
          placeholder={t('words')}
          maxTags={maxItems}
          splitChars={[',', '，', ';', '\n']}
          value={Array.isArray(entry) ? (entry as string[]) : []}
          onChange={onChange}
        />
      );
    case 'json':
      return (
        <JsonInput
          {...shared}
          placeholder={byDefault}
          autosize
          minRows={2}
          maxRows={12}
          value={text}
          onChange={onChange}
        />
      );
  }
}
