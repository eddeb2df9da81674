// Asks before something is done that cannot be undone.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Failed } from '../feedback/failed.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmProps {
  title: string;
  /** What it means. */
  text: string;
  /** The word on the button. */
  action: string;
  /** What must be typed first, for what is lost for good. */
  name?: string;
  /** How it goes. */
  doing: { error: Error | null; isPending: boolean };
  onConfirm: () => void;
  onClose: () => void;
}

export default function Confirm(props: ConfirmProps): ReactNode {
  const { title, text, action, name, doing, onConfirm, onClose } = props;
  const { t } = useTranslation('form');
  const [typed, setTyped] = useState('');
  const isReady = name === undefined || typed.trim() === name.trim();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady && !doing.isPending) onConfirm();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text>{text}</Text>
          {doing.error && <Failed error={doing.error} />}
          {name !== undefined && (
            <TextInput
              label={t('confirm.name', { name })}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
            />
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} data-autofocus={name === undefined || undefined}>
              {t('confirm.cancel')}
            </Button>
            <Button type="submit" loading={doing.isPending} disabled={!isReady}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
