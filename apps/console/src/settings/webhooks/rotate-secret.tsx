// Gives a webhook a new secret, and shows it once.
import { Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { newKey } from '../../api/new-key.client.ts';
import { Dialog } from '../../form/dialog.tsx';
import { exactly } from '../../language/figures.rules.ts';
import { Failed } from '../../feedback/index.ts';
import { Secret } from '../secret.tsx';
import { useRotateSecret } from './webhooks.queries.ts';

interface RotateSecretProps {
  id: string;
  onClose: () => void;
}

export default function RotateSecret({ id, onClose }: RotateSecretProps): ReactNode {
  const { t, i18n } = useTranslation(['settings', 'form']);
  const [key] = useState(newKey);
  const rotate = useRotateSecret(id);
  const { data } = rotate;
  const until = data?.previousSecretUntil;
  return (
    <Dialog title={t('webhooks.rotate')} onClose={onClose} isKept={data !== undefined}>
      {data ? (
        <Secret label={t('webhooks.secret')} secret={data.secret} onClose={onClose}>
          {until !== undefined && (
            <Text>{t('webhooks.bothUntil', { time: exactly(until, i18n.language) })}</Text>
          )}
        </Secret>
      ) : (
        <>
          <Text>{t('webhooks.rotateText')}</Text>
          {rotate.error && <Failed error={rotate.error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} data-autofocus>
              {t('form:buttons.cancel')}
            </Button>
            <Button loading={rotate.isPending} onClick={() => rotate.mutate(key)}>
              {t('webhooks.rotate')}
            </Button>
          </Group>
        </>
      )}
    </Dialog>
  );
}
