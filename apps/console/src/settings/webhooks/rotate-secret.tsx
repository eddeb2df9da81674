// Gives a webhook a new secret, and shows it once.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../form/dialog/form-dialog.tsx';
import { exactly } from '../../language/figures.rules.ts';
import { Secret } from '../secret.tsx';
import { useRotateSecret } from './webhooks.queries.ts';

interface RotateSecretProps {
  id: string;
  onClose: () => void;
}

const NOTHING = {};

export default function RotateSecret({ id, onClose }: RotateSecretProps): ReactNode {
  const { t, i18n } = useTranslation('settings');
  const rotate = useRotateSecret(id);
  const { secret, previousSecretUntil: until } = rotate.data ?? {};
  const title = t('webhooks.rotate');
  const content = (
    <Secret label={t('webhooks.secret')} secret={secret} onClose={onClose}>
      {until !== undefined && <Text>{t('webhooks.bothUntil', { time: exactly(until, i18n.language) })}</Text>}
    </Secret>
  );
  return (
    <FormDialog
      title={title}
      submit={title}
      body={NOTHING}
      saving={rotate}
      made={rotate.data && { title, content }}
      focus="cancel"
      onClose={onClose}
    >
      <Text>{t('webhooks.rotateText')}</Text>
    </FormDialog>
  );
}
