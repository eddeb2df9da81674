// The areas on a narrow screen. It is in the page only while it is open.
import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../page/index.ts';
import { Areas } from './areas.tsx';

export default function AreasDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('app');
  useFocusBack();
  return (
    <Drawer opened onClose={onClose} size="xs" title={t('menu.areas')}>
      <Areas onFollow={onClose} />
    </Drawer>
  );
}
