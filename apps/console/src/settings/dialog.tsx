// A dialog of the settings. It is in the page while it is open only, so that what it knows goes with it.
import { Modal, Stack } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** True while a click beside it must not close it. */
  isKept?: boolean;
  size?: 'lg';
  children: ReactNode;
}

/** An open dialog; when it has gone, the focus is where it was before, or at the heading if that has gone too. */
export function Dialog({ title, onClose, isKept = false, size, children }: DialogProps): ReactNode {
  const [origin] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const next = origin?.isConnected ? origin : document.querySelector('h1');
      if (next instanceof HTMLElement) next.focus();
    },
    [origin],
  );
  return (
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={!isKept} {...(size && { size })}>
      <Stack gap="md">{children}</Stack>
    </Modal>
  );
}
