// The page of a record: its heading, what can be done with it, and its parts, in the place of which it is edited.
import { Group, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useMayWrite } from '../../api/use-session.tsx';
import { Back, Heading, type ListedArea } from '../../page/index.ts';
import { InlineText } from '../../text-display/safe-text.tsx';

interface RecordPageProps {
  area: ListedArea;
  title: string;
  /** Those of the title, as BCP 47 tags. */
  languages?: readonly string[] | undefined;
  /** What can be done with it, by those who may write. */
  actions: (edit: () => void) => ReactNode;
  /** What is said of it in a line, also while it is edited. */
  summary?: ReactNode;
  /** The form in which it is edited. */
  form: (close: () => void) => ReactNode;
  /** Its parts. */
  children: ReactNode;
}

export function RecordPage(props: RecordPageProps): ReactNode {
  const { area, title, languages, actions, summary, form, children } = props;
  const [isEditing, setEditing] = useState(false);
  const mayWrite = useMayWrite();
  return (
    <Stack gap="md">
      <Back area={area} />
      <Group justify="space-between" align="start">
        <Heading title={title}>
          <InlineText text={title} languages={languages} />
        </Heading>
        {mayWrite && !isEditing && actions(() => setEditing(true))}
      </Group>
      {summary}
      {isEditing ? form(() => setEditing(false)) : children}
    </Stack>
  );
}
