// A secret that the API tells once.
import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../text-display/code-text.tsx';

interface SecretProps {
  /** What it is. */
  label: string;
  /** Undefined when the answer was lost: the API tells a secret only once. */
  secret: string | undefined;
  /** What to do with it. */
  children: ReactNode;
  onClose: () => void;
}

/** Shows a secret, to be copied. Who closes it does not see it again. */
export function Secret({ label, secret, children, onClose }: SecretProps): ReactNode {
  const { t } = useTranslation('settings');
  return (
    <>
      {secret === undefined ? (
        <Alert role="alert">{t('secret.lost')}</Alert>
      ) : (
        <>
          <Text>{t('secret.once')}</Text>
          <Code label={label} text={secret} />
          {children}
        </>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('close')}</Button>
      </Group>
    </>
  );
}

/** A text to be copied into a program. */
export function Code({ label, text }: { label: string; text: string }): ReactNode {
  const { t } = useTranslation('settings');
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={600}>{label}</Text>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              size="compact-sm"
              onClick={copy}
              aria-label={t(copied ? 'copiedOf' : 'copyOf', { label })}
            >
              {t(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <CodeText label={label}>{text}</CodeText>
    </Stack>
  );
}
