// A file of all products that the filters choose.
import { notifications } from '@mantine/notifications';
import { DownloadIcon } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton, MenuItem } from '../../menu/menu.tsx';
import { Failed } from '../../feedback/index.ts';
import { saveFile } from '../../file/save-file.tsx';
import type { ProductSearch } from '../../reference/product-search.rules.ts';
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
    <MenuButton
      label={t('actions.export')}
      leftSection={<DownloadIcon size={16} />}
      loading={making.isPending}
    >
      {() =>
        FORMATS.map((format) => (
          <MenuItem key={format} onClick={() => making.mutate(format)}>
            {t(`actions.${format}`)}
          </MenuItem>
        ))
      }
    </MenuButton>
  );
}
