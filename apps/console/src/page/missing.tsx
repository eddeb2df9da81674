// What the page of something that does not exist shows.
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Back, type ListedArea } from './back.tsx';
import { Heading } from './heading.tsx';

interface MissingProps {
  area: ListedArea;
  /** Says what does not exist. */
  text: string;
  /** What can be done about it. */
  children?: ReactNode;
}

/** The sentence as the heading, below the way back to the list of its area. */
export function Missing({ area, text, children }: MissingProps): ReactNode {
  return (
    <Stack gap="md" align="flex-start">
      <Back area={area} />
      <Heading title={text} />
      {children}
    </Stack>
  );
}
