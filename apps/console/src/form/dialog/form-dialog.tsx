// A dialog in which something is made or changed.
import { useState, type ReactNode } from 'react';
import { keysByBody } from '../../api/new-key.client.ts';
import { Dialog, type DialogProps } from '../dialog.tsx';
import { Leaving } from '../leaving.tsx';
import { ShortForm, type ShortFormProps } from '../short-form.tsx';

interface FormDialogProps<B extends object>
  extends Omit<DialogProps, 'isKept' | 'isWaiting'>, Pick<ShortFormProps, 'submit' | 'isReady' | 'focus'> {
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
  /** What is shown in the place of the form, and only there, once it has been made. Absent where nothing will be. */
  made?: { title: string; content: ReactNode } | undefined;
  /** The fields. */
  children: ReactNode;
}

/**
 * It is one dialog from the form to what was made, so that the focus finds its way back. What was typed or made is not lost by a
 * click beside it or by Escape. While it is sent nothing closes it, and leaving the page asks where something is made: the answer
 * alone has it, such as the secret that replaces another.
 */
export function FormDialog<B extends object>(props: FormDialogProps<B>): ReactNode {
  const { submit, isReady, focus, body, saving, onDone, made, children, ...dialog } = props;
  const [keyOf] = useState(keysByBody);
  const text = JSON.stringify(body);
  const [before] = useState(text);
  // At the same place before and after the answer, so that a question that is open then stays.
  const leaving = 'made' in props && <Leaving isChanged={() => !!made || saving.isPending} lost="made" />;
  if (made)
    return (
      <Dialog {...dialog} title={made.title} isKept>
        {made.content}
        {leaving}
      </Dialog>
    );
  return (
    <Dialog {...dialog} isKept={text !== before} isWaiting={saving.isPending}>
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
      {leaving}
    </Dialog>
  );
}
