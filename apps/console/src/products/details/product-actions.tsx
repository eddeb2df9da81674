// What can be done with a product: have a text written, fetch it again, edit, delete.
import { ActionIcon, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { EllipsisIcon } from 'lucide-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '#client';
import { useApplicationName } from '../../form/writing/use-application-name.tsx';
import { newKey } from '../../api/new-key.client.ts';
import { KeyButton } from '../../keyboard/key-button.tsx';
import { useKeyHint, useKeys } from '../../keyboard/use-keys.tsx';
import { Menu, MenuButton, MenuItem } from '../../menu/menu.tsx';
import { Failed } from '../../feedback/index.ts';
import { productQuery } from '../../reference/records.queries.ts';
import { applicationsQuery, listingFirst } from '../../reference/reference.queries.ts';
import { deleteProduct, dropProducts, refreshProducts, refreshQuery } from '../products.queries.ts';
import { offerUndo } from '../undo.tsx';
import { useWrite } from '../write.tsx';
import { useGoOn } from '../../page/index.ts';

export function ProductActions({ product, onEdit }: { product: Product; onEdit: () => void }): ReactNode {
  const { t } = useTranslation(['products', 'form']);
  return (
    <Group gap="sm">
      <WriteMenu product={product} />
      {product.genre === 'Retailer' && <RefreshButton product={product} />}
      <KeyButton variant="default" press="e" text={t('form:buttons.edit')} onPress={onEdit} />
      <MoreMenu id={product.id} />
    </Group>
  );
}

function WriteMenu({ product }: { product: Product }): ReactNode {
  const { t } = useTranslation('products');
  const { data: applications = [] } = useQuery(applicationsQuery);
  const write = useWrite();
  const nameOf = useApplicationName();
  const hint = useKeyHint();
  useKeys({ w: { does: t('actions.write'), act: () => write(product.id) } });
  return (
    <MenuButton label={t('actions.write')} variant="filled" {...hint('w')}>
      {() =>
        listingFirst(applications).map((application) => (
          <MenuItem key={application.id} onClick={() => write(product.id, application.id)}>
            <bdi>{nameOf(application)}</bdi>
          </MenuItem>
        ))
      }
    </MenuButton>
  );
}

/** Fetches the product again, and shows it anew when that has ended. */
function RefreshButton({ product }: { product: Product & { genre: 'Retailer' } }): ReactNode {
  const { t, i18n } = useTranslation('products');
  const queries = useQueryClient();
  const [importId, setImportId] = useState('');
  const beginning = useMutation({
    mutationFn: (key: string) => refreshProducts(product.marketplace, [product.asin], key),
    onSuccess: ({ id }) => setImportId(id),
    onError: showError,
  });
  const { data: progress } = useQuery({ ...refreshQuery(importId), enabled: importId !== '' });
  const isRunning = beginning.isPending || importId !== '';
  const ended = progress?.status !== undefined && progress.status !== 'RUNNING';
  const reason = progress?.items[0]?.errorMessage?.[i18n.language as 'en' | 'zh'];
  useEffect(() => {
    if (!ended) return;
    setImportId('');
    notifications.show({ message: reason ? t('product.refreshFailed', { reason }) : t('product.refreshed') });
    void queries.invalidateQueries({ queryKey: productQuery(product.id).queryKey });
  }, [ended, reason, t, queries, product.id]);
  const refresh = (): void => {
    if (!isRunning) beginning.mutate(newKey());
  };
  const look = { variant: 'default', loading: isRunning };
  return <KeyButton {...look} press="r" text={t('actions.refresh')} onPress={refresh} />;
}

function MoreMenu({ id }: { id: string }): ReactNode {
  const { t } = useTranslation(['products', 'form']);
  const queries = useQueryClient();
  const goOn = useGoOn();
  const deleting = useMutation({
    mutationFn: () => deleteProduct(id),
    onSuccess: async () => {
      await goOn({ to: '/products' });
      dropProducts(queries, new Set([id]));
      offerUndo([id]);
    },
    onError: showError,
  });
  return (
    <Menu
      label={t('actions.more')}
      button={(opens) => (
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('actions.more')}
          loading={deleting.isPending}
          {...opens}
        >
          <EllipsisIcon size={18} />
        </ActionIcon>
      )}
    >
      {() => <MenuItem onClick={deleting.mutate}>{t('form:buttons.delete')}</MenuItem>}
    </Menu>
  );
}

function showError(error: Error): void {
  notifications.show({ message: <Failed error={error} />, autoClose: false });
}
