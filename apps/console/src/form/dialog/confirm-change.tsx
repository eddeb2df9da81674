// Asks before something is changed that cannot be undone, and changes it.
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useChange } from '../../api/change.queries.ts';
import { later } from '../../page/index.ts';
import type { ConfirmProps } from '../confirm.tsx';

/** The question alone. */
export const Confirm = later(() => import('../confirm.tsx'));

interface ConfirmChangeProps extends Omit<ConfirmProps, 'doing' | 'onConfirm'> {
  send: () => Promise<{ data: unknown }>;
  /** The key of what is read again afterwards. */
  again: QueryKey;
  /** What comes before that, when it is done, such as the way to another page. */
  onDone?: () => unknown;
}

export function ConfirmChange({ send, again, onDone, ...question }: ConfirmChangeProps): ReactNode {
  const change = useChange(send, { again, onDone });
  // Closed when that has been read, so that the focus does not go back to what is then gone.
  const then = { onSuccess: question.onClose };
  return <Confirm {...question} doing={change} onConfirm={() => change.mutate(undefined, then)} />;
}
