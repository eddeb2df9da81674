// A file of all products that the filters choose.
import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Failed } from '../../state/failed.tsx';
import { saveFile } from '../../table/save-file.tsx';
import type { ProductSearch } from '../../feature/product-search.rules.ts';
import { exportProducts, type ExportFormat } from '../products.queries.ts';

const FORMATS: readonly ExportFormat[] = ['csv', 'jsonl', 'xlsx'];

export function ExportMenu({ search }: { search: ProductSearch }): ReactNode {
  const { t } = useTranslation('products');
  const making = useMutation({
    mutationFn: (format: ExportFormat) => exportProducts(search, format),
    onMutate: () => void notifications.show({ message: t('actions.exporting') }),
    onSuccess: (file, format) => saveFile(file, `products.${format}`),
    onError: (error) => void notifications.show({ message: <Failed error={error} />, autoClose: false }),
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} />} loading={making.isPending}>
          {t('actions.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => making.mutate(format)}>
            {t(`actions.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
