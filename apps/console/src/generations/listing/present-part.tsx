// What a product has now of a part of its listing.
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Texts } from '../one/text-card.tsx';

export interface PresentPartProps {
  /** The texts on the product. */
  present: readonly string[];
  /** True when a person wrote them there. */
  isPersons: boolean;
}

/** `language` is a BCP 47 tag. */
export function PresentPart({
  present,
  isPersons,
  language,
}: PresentPartProps & { language: string | undefined }): ReactNode {
  const { t } = useTranslation('generations');
  return (
    <div>
      <Text size="sm" c="dimmed">
        {t('one.present')}
        {isPersons && ` · ${t('listing.byPerson')}`}
      </Text>
      <Texts language={language} texts={present} />
    </div>
  );
}
