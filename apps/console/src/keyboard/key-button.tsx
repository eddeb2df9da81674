// A button that a key presses as well.
import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useKeyHint, useKeys } from './use-keys.tsx';

interface KeyButtonProps extends Pick<ButtonProps, 'variant' | 'loading'> {
  /** The key, such as `n`. */
  press: string;
  /** The words on the button, and in the help of keys. */
  text: string;
  onPress: () => void;
}

export function KeyButton({ press, text, onPress, ...look }: KeyButtonProps): ReactNode {
  const hint = useKeyHint();
  useKeys({ [press]: { does: text, act: onPress } });
  return (
    <Button {...look} {...hint(press)} onClick={onPress}>
      {text}
    </Button>
  );
}
