// The areas on a narrow screen.
import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Areas } from './areas.tsx';

export default function AreasDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('app');
  return (
    <Drawer opened={isOpen} onClose={onClose} size="xs" title={t('menu.areas')}>
      <Areas onFollow={onClose} />
    </Drawer>
  );
}
