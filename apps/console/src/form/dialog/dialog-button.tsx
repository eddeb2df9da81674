// A button that opens a dialog, as a key may do.
import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useKeyHint, useKeys } from '../../keyboard/use-keys.tsx';

interface DialogButtonProps extends Pick<ButtonProps, 'variant' | 'disabled'> {
  text: string;
  /** The key, such as `n`. */
  press?: string;
  dialog: (close: () => void) => ReactNode;
}

export function DialogButton({ text, press, dialog, ...look }: DialogButtonProps): ReactNode {
  const [isOpen, { open, close }] = useDisclosure();
  const hint = useKeyHint();
  useKeys(press === undefined ? {} : { [press]: { does: text, act: open } });
  return (
    <>
      <Button {...look} {...(press !== undefined && hint(press))} onClick={open}>
        {text}
      </Button>
      {isOpen && dialog(close)}
    </>
  );
}
