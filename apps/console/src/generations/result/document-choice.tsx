// Chooses the document that an accepted text becomes the content of, and shows what stands there now.
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Document } from '#client';
import { BlockText } from '../../text-display/safe-text.tsx';
import { DocumentSelect } from '../document-select.tsx';

interface DocumentChoiceProps {
  /** Undefined for a new document. */
  value: Document | undefined;
  onChange: (document: Document | undefined) => void;
}

export default function DocumentChoice({ value, onChange }: DocumentChoiceProps) {
  const { t } = useTranslation('generations');
  return (
    <Stack gap="sm">
      <DocumentSelect
        label={t('new.document')}
        placeholder={t('document.new')}
        value={value?.id}
        onChange={onChange}
      />
      {value && (
        <section aria-label={t('document.present')}>
          <Text fw={600}>{t('document.present')}</Text>
          <BlockText text={value.content} />
        </section>
      )}
    </Stack>
  );
}
