// The fields of the form of a product, each with its limit and what is wrong with it.
import { Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application, Marketplace } from '#client';
import { Refusal, refusalsOf } from '../../form/refusal.tsx';
import { lengthOf, mostOf } from '../../text-display/limits.rules.ts';
import { Room } from '../../text-display/room.tsx';
import { linesOf, isList, isLong, type Draft, type DraftField } from '../product-draft.rules.ts';
import { applicationsQuery } from '../../reference/reference.queries.ts';

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
  const wrong = wrongFields(error);
  return (
    <Stack gap="md" maw={800}>
      <Refusal error={error} count={Object.keys(wrong).length} />
      {fields.map((field) => (
        <Field
          key={field}
          field={field}
          value={draft[field]}
          onChange={(value) => onChange({ ...draft, [field]: value })}
          room={
            <FieldRoom
              field={field}
              value={draft[field]}
              applications={applications}
              marketplace={marketplace}
            />
          }
          refusal={wrong[field]}
        />
      ))}
    </Stack>
  );
}

/** What is wrong by field; the target of an entry of a list, such as `images.2`, is its field. */
function wrongFields(error: Error | null): Partial<Record<string, string>> {
  const messages = Object.entries(refusalsOf(error)).toReversed();
  return Object.fromEntries(
    messages.map(([target, message]) => [target.split(/[.[]/)[0] ?? '', message] as const),
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

interface FieldRoomProps {
  field: DraftField;
  value: string;
  applications: readonly Application[];
  marketplace: Marketplace | undefined;
}

/** How long the text is, for the fields whose length somebody limits. */
function FieldRoom({ field, value, applications, marketplace }: FieldRoomProps): ReactNode {
  const limits = applications.find(({ builtIn, target }) => builtIn && target === field)?.limits;
  if (!limits) return null;
  if (isList(field))
    return <Room used={linesOf(value).length} most={mostOf(limits, 'result', 'items', marketplace)} />;
  return <Room used={lengthOf(value)} most={mostOf(limits, 'text', 'characters', marketplace)} />;
}
