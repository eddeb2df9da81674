// The fields of the form of a document.
import { Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bound } from '../../form/bound.rules.ts';
import { ProductPicker } from '../../form/product-picker.tsx';
import { Refusal, refusalsOf } from '../../form/refusal.tsx';
import { Room } from '../../text-display/room.tsx';
import { bytesOf, KINDS, MOST_BYTES, type DocumentDraft } from '../document-draft.rules.ts';

/** Most characters. */
const MOST_TITLE = 200;

interface DocumentFieldsProps {
  draft: DocumentDraft;
  onChange: (draft: DocumentDraft) => void;
  /** Why the form was refused. */
  error: Error | null;
}

export function DocumentFields({ draft, onChange, error }: DocumentFieldsProps): ReactNode {
  const { t } = useTranslation('documents');
  const refused = refusalsOf(error);
  const inputs = bound(draft, onChange, refused);
  const text = (name: 'title' | 'kind' | 'content') => ({
    ...inputs.text(name),
    label: t(`fields.${name}`),
    dir: 'auto',
  });
  return (
    <Stack gap="md" maw={800}>
      <Refusal error={error} />
      <TextInput {...text('title')} required maxLength={MOST_TITLE} />
      <NativeSelect
        {...text('kind')}
        description={t(`kindTexts.${draft.kind as 'facts'}`)}
        data={KINDS.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
      />
      <ProductPicker
        value={draft.product === '' ? undefined : draft.product}
        error={refused.productId}
        onChange={(product = '') => onChange({ ...draft, product })}
      />
      <Textarea
        {...text('content')}
        description={
          <Group component="span" gap={4}>
            <Room used={bytesOf(draft.content)} most={MOST_BYTES} /> {t('bytes')}
          </Group>
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={8}
        maxRows={24}
      />
    </Stack>
  );
}
