// A dialog in which something is made or changed.
import { useState, type ReactNode } from 'react';
import { keysByBody } from '../../api/new-key.client.ts';
import { Dialog, type DialogProps } from '../dialog.tsx';
import { ShortForm } from '../short-form.tsx';

interface FormDialogProps<B extends object> extends DialogProps {
  /** The word on the button that sends it. */
  submit: string;
  /** What is sent. */
  body: B;
  /** Sends it. The key is the same for all tries of the same body. */
  saving: {
    mutate: (sent: { body: B; key: string }, then: { onSuccess: () => void }) => void;
    error: Error | null;
    isPending: boolean;
  };
  isReady?: boolean;
  /** The dialog stays after it was sent, to show what was made. */
  staysOpen?: boolean;
  /** The fields. */
  children: ReactNode;
}

export function FormDialog<B extends object>(props: FormDialogProps<B>): ReactNode {
  const { submit, body, saving, isReady, staysOpen, children, ...dialog } = props;
  const [keyOf] = useState(keysByBody);
  const close = (): void => {
    if (!staysOpen) dialog.onClose();
  };
  return (
    <Dialog {...dialog}>
      <ShortForm
        submit={submit}
        isSending={saving.isPending}
        error={saving.error}
        isReady={isReady}
        onSubmit={() => saving.mutate({ body, key: keyOf(body) }, { onSuccess: close })}
        onCancel={dialog.onClose}
      >
        {children}
      </ShortForm>
    </Dialog>
  );
}
