// Gives a webhook a new secret, and shows it once.
import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey } from '../../api/new-key.client.ts';
import { Confirm } from '../../form/dialog/confirm-change.tsx';
import { exactly } from '../../language/figures.rules.ts';
import { SecretDialog } from '../secret.tsx';
import { useRotateSecret } from './webhooks.queries.ts';

interface RotateSecretProps {
  id: string;
  onClose: () => void;
}

export default function RotateSecret({ id, onClose }: RotateSecretProps): ReactNode {
  const { t, i18n } = useTranslation('settings');
  const [key] = useState(newKey);
  const rotate = useRotateSecret(id);
  if (!rotate.data)
    return (
      <Confirm
        title={t('webhooks.rotate')}
        text={t('webhooks.rotateText')}
        action={t('webhooks.rotate')}
        doing={rotate}
        onConfirm={() => rotate.mutate(key)}
        onClose={onClose}
      />
    );
  const { secret, previousSecretUntil: until } = rotate.data;
  return (
    <SecretDialog title={t('webhooks.rotate')} label={t('webhooks.secret')} secret={secret} onClose={onClose}>
      {until !== undefined && <Text>{t('webhooks.bothUntil', { time: exactly(until, i18n.language) })}</Text>}
    </SecretDialog>
  );
}
