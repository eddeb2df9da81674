// The fields of the form of a product, each with its limit and what is wrong with it.
import { Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Marketplace } from '#client';
import { Refusal, refusalsByField } from '../../form/refusal.tsx';
import { linesOf, isList, isLong, type Draft, type DraftField } from '../product-draft.rules.ts';
import { applicationsQuery } from '../../reference/reference.queries.ts';
import { FieldRoom } from './field-room.tsx';

interface ProductFieldsProps {
  fields: readonly DraftField[];
  draft: Draft;
  onChange: (draft: Draft) => void;
  marketplace?: Marketplace | undefined;
  /** Why the form was refused. */
  error: Error | null;
}

export function ProductFields({
  fields,
  draft,
  onChange,
  marketplace,
  error,
}: ProductFieldsProps): ReactNode {
  const { data: applications = [] } = useQuery(applicationsQuery);
  const wrong = refusalsByField(error);
  return (
    <Stack gap="md" maw={800}>
      <Refusal error={error} />
      {fields.map((field) => {
        const application = applications.find(({ builtIn, target }) => builtIn && target === field);
        const texts = isList(field) ? linesOf(draft[field]) : [draft[field]];
        return (
          <Field
            key={field}
            field={field}
            value={draft[field]}
            onChange={(value) => onChange({ ...draft, [field]: value })}
            room={
              application && (
                <FieldRoom
                  application={application}
                  marketplace={marketplace}
                  texts={texts}
                  isList={isList(field)}
                />
              )
            }
            refusal={wrong[field]}
          />
        );
      })}
    </Stack>
  );
}

interface FieldProps {
  field: DraftField;
  value: string;
  onChange: (value: string) => void;
  room: ReactNode;
  refusal: string | undefined;
}

function Field({ field, value, onChange, room, refusal }: FieldProps): ReactNode {
  const { t } = useTranslation('products');
  const props = {
    name: field,
    label: t(`fields.${field}`),
    description: <Hint field={field} room={room} />,
    error: refusal,
    value,
    dir: 'auto',
    required: field === 'title',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  return isLong(field) ? <Textarea {...props} autosize minRows={2} maxRows={16} /> : <TextInput {...props} />;
}

function Hint({ field, room }: { field: DraftField; room: ReactNode }): ReactNode {
  const { t } = useTranslation('products');
  return (
    <Group component="span" gap="sm">
      {isList(field) && <span>{t('form.onePerLine')}</span>}
      {field === 'specification' && <span>{t('form.labelValue')}</span>}
      {room}
    </Group>
  );
}
