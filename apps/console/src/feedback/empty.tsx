// What is shown where there is nothing.
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** One sentence, and one action below it. */
export function Empty({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap="lg" py="xl">
      <Text c="dimmed">{text}</Text>
      {children}
    </Stack>
  );
}
