// A short form on a page or in a dialog: its fields, and its buttons.
import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Leaving } from './leaving.tsx';
import { Refusal } from './refusal.tsx';

export interface ShortFormProps {
  /** The word on the button that sends it. */
  submit: string;
  isSending: boolean;
  /** Why it was refused. */
  error?: Error | null;
  /** False while there is nothing that could be sent. */
  isReady?: boolean | undefined;
  /** Whether something would be lost if it were left; absent where nothing is typed. */
  isChanged?: boolean | undefined;
  onSubmit: () => void;
  /** Closes the dialog; absent on a page. */
  onCancel?: () => void;
  /** The button on which the focus begins; by default it begins in the fields. */
  focus?: 'cancel' | 'submit' | undefined;
  /** The fields. */
  children: ReactNode;
}

export function ShortForm(props: ShortFormProps): ReactNode {
  const { submit, isSending, error = null, isReady = true, isChanged, onSubmit, onCancel, focus } = props;
  const { t } = useTranslation('form');
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady && !isSending) onSubmit();
  };
  return (
    <form onSubmit={send}>
      <Stack gap="md">
        <Refusal error={error} />
        {props.children}
        <Group justify={onCancel && 'flex-end'} gap="sm">
          {onCancel && (
            <Button
              variant="default"
              onClick={onCancel}
              disabled={isSending} // it would cancel nothing: what was sent is done
              data-autofocus={focus === 'cancel' || undefined}
            >
              {t('buttons.cancel')}
            </Button>
          )}
          <Button
            type="submit"
            loading={isSending}
            disabled={!isReady}
            data-autofocus={focus === 'submit' || undefined}
          >
            {submit}
          </Button>
        </Group>
      </Stack>
      {isChanged !== undefined && <Leaving isChanged={() => isChanged && !isSending} />}
    </form>
  );
}
