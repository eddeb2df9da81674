// A dialog. It is in the page only while it is open, so that its state is gone when it closes.
import { Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusBack } from '../page/index.ts';

export interface DialogProps {
  title: string;
  onClose: () => void;
  /** True while neither a click beside it nor Escape may close it, but only its buttons. */
  isKept?: boolean | undefined;
  size?: 'lg';
  children: ReactNode;
}

/** An open dialog. */
export function Dialog({ title, onClose, isKept = false, size, children }: DialogProps): ReactNode {
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={!isKept}
      closeOnEscape={!isKept}
      size={size}
    >
      <Stack gap="md">{children}</Stack>
    </Modal>
  );
}
