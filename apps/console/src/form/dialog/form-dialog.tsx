// A dialog in which something is made or changed.
import { useState, type ReactNode } from 'react';
import { keysByBody } from '../../api/new-key.client.ts';
import { Dialog, type DialogProps } from '../dialog.tsx';
import { Leaving } from '../leaving.tsx';
import { ShortForm, type ShortFormProps } from '../short-form.tsx';

interface FormDialogProps<B extends object>
  extends Omit<DialogProps, 'isKept'>, Pick<ShortFormProps, 'submit' | 'isReady' | 'focus'> {
  /** What is sent. */
  body: B;
  /** Sends it. The key is the same for all tries of the same body. */
  saving: {
    mutate: (sent: { body: B; key: string }, then: { onSuccess: (() => void) | undefined }) => void;
    error: Error | null;
    isPending: boolean;
  };
  /** Called when it was sent. */
  onDone?: () => void;
  /** What is shown in the place of the form once there is something to show. */
  made?: { title: string; content: ReactNode } | undefined;
  /** The fields. */
  children: ReactNode;
}

/**
 * It is one dialog from the form to what was made, so that the focus finds its way back. What was typed or made is not lost by a
 * click beside it or by Escape.
 */
export function FormDialog<B extends object>(props: FormDialogProps<B>): ReactNode {
  const { submit, isReady, focus, body, saving, onDone, made, children, ...dialog } = props;
  const [keyOf] = useState(keysByBody);
  const text = JSON.stringify(body);
  const [before] = useState(text);
  if (made)
    return (
      <Dialog {...dialog} title={made.title} isKept>
        {made.content}
        <Leaving isChanged={() => true} lost="shown" />
      </Dialog>
    );
  return (
    <Dialog {...dialog} isKept={text !== before || saving.isPending}>
      <ShortForm
        submit={submit}
        isSending={saving.isPending}
        error={saving.error}
        isReady={isReady}
        isChanged={text !== before}
        onSubmit={() => saving.mutate({ body, key: keyOf(body) }, { onSuccess: onDone })}
        onCancel={dialog.onClose}
        focus={focus}
      >
        {children}
      </ShortForm>
    </Dialog>
  );
}
