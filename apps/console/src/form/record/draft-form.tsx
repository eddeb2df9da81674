// The form in which a record is written: its fields, the button that sends them, and the question before changes are left.
import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyHint } from '../../keyboard/use-keys.tsx';
import { useLeaving } from '../leaving.tsx';
import { submitByKey } from '../submit-by-key.tsx';

interface DraftFormProps {
  /** Names the form for screen readers. */
  label?: string | undefined;
  /** What the button does that sends it. */
  does: 'create' | 'save';
  isSending: boolean;
  /** Whether something would be lost. */
  isChanged: () => boolean;
  onSubmit: () => void;
  /** Without it there is no button that cancels. */
  onCancel?: () => void;
  /** The fields. */
  children: ReactNode;
}

export function DraftForm(props: DraftFormProps): ReactNode {
  const { label, does, isSending, isChanged, onSubmit, onCancel, children } = props;
  const { t } = useTranslation('form');
  const hint = useKeyHint();
  const { leave, question } = useLeaving({ isChanged });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (!isSending) onSubmit();
  };
  return (
    <form onSubmit={send} onKeyDown={submitByKey} aria-label={label}>
      <Stack gap="md">
        {children}
        <Group gap="sm">
          <Button type="submit" {...hint('Ctrl+Enter')} loading={isSending}>
            {t(`buttons.${does}`)}
          </Button>
          {onCancel && (
            <Button variant="default" onClick={() => leave(onCancel)}>
              {t('buttons.cancel')}
            </Button>
          )}
        </Group>
      </Stack>
      {question}
    </form>
  );
}
