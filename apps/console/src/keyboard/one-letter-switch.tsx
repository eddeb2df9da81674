// Switches the keys of one letter on or off.
import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOneLetterKeys } from './use-keys.tsx';

/** The switch; it counts for this browser. */
export function OneLetterSwitch(): ReactNode {
  const { t } = useTranslation('keyboard');
  const [isOn, change] = useOneLetterKeys();
  return (
    <Switch
      label={t('letters.label')}
      description={t('letters.description')}
      checked={isOn}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  );
}
