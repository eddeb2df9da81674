// A dialog. It is in the page only while it is open, so that its state is gone when it closes.
import { Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusBack } from '../page/index.ts';

export interface DialogProps {
  title: string;
  onClose: () => void;
  /** True while neither a click beside it nor Escape may close it, but only its buttons. */
  isKept?: boolean | undefined;
  /** True while nothing may close it, because the answer that it waits for would not be seen. */
  isWaiting?: boolean | undefined;
  size?: 'lg';
  children: ReactNode;
}

/** An open dialog. */
export function Dialog(props: DialogProps): ReactNode {
  const { title, onClose, isKept = false, isWaiting = false, size, children } = props;
  const isLight = !isKept && !isWaiting;
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={isLight}
      closeOnEscape={isLight}
      withCloseButton={!isWaiting}
      size={size}
    >
      <Stack gap="md">{children}</Stack>
    </Modal>
  );
}
