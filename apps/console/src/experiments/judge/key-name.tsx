// A key, where keys of one letter do something; screen readers are told of it by what the key belongs to.
import { Kbd } from '@mantine/core';
import { useOneLetterKeys } from '../../keyboard/use-keys.tsx';

export function KeyName({ name }: { name: string }) {
  const [isOn] = useOneLetterKeys();
  return isOn ? <Kbd aria-hidden>{name}</Kbd> : null;
}
