// The page on which something is made.
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Back, type ListedArea } from './back.tsx';
import { Heading } from './heading.tsx';

interface NewPageProps {
  area: ListedArea;
  /** Most width in CSS pixels. */
  maw?: number;
  /** The form. */
  children: ReactNode;
}

/** The form, below the way back to the list of its area, and what it makes. */
export function NewPage({ area, maw, children }: NewPageProps): ReactNode {
  const { t } = useTranslation('app');
  return (
    <Stack gap="lg" maw={maw}>
      <Back area={area} />
      <Heading title={t(`create.${area}`)} />
      {children}
    </Stack>
  );
}
