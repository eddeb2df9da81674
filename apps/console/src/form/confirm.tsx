// Asks before something is done that cannot be undone.
import { Alert, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode } from '../api/failures.rules.ts';
import { Failed } from '../feedback/index.ts';
import { Dialog } from './dialog.tsx';
import { ShortForm } from './short-form.tsx';

export interface ConfirmProps {
  title: string;
  /** What it means. */
  text: string;
  /** The word on the button. */
  action: string;
  /** What must be typed first, for what is lost for good. */
  name?: string;
  /** How far it is. */
  doing: { error: Error | null; isPending: boolean };
  onConfirm: () => void;
  onClose: () => void;
}

export default function Confirm(props: ConfirmProps): ReactNode {
  const { title, text, action, name, doing, onConfirm, onClose } = props;
  const { t } = useTranslation('form');
  const [typed, setTyped] = useState('');
  const isReady = name === undefined || typed.trim() === name.trim();
  return (
    <Dialog title={title} onClose={onClose} isWaiting={doing.isPending}>
      <ShortForm
        submit={action}
        isSending={doing.isPending}
        isReady={isReady}
        onSubmit={onConfirm}
        onCancel={onClose}
        focus={name === undefined ? 'cancel' : undefined}
      >
        <Text>{text}</Text>
        <Refused error={doing.error} />
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
      </ShortForm>
    </Dialog>
  );
}

/** Why it was refused. What another thing has to come before is said by the API in one sentence, and needs no more. */
function Refused({ error }: { error: Error | null }): ReactNode {
  if (!error) return null;
  if (hasCode(error, 'InvalidState')) return <Alert role="alert">{error.message}</Alert>;
  return <Failed error={error} />;
}
