// What can be done with a product: have a text written, fetch it again, edit, delete.
import { ActionIcon, Group } from '@mantine/core';
import { EllipsisIcon } from 'lucide-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '#client';
import { useApplicationName } from '../../form/writing/use-application-name.tsx';
import { KeyButton } from '../../keyboard/key-button.tsx';
import { useKeyHint, useKeys } from '../../keyboard/use-keys.tsx';
import { Menu, MenuButton, MenuItem } from '../../menu/menu.tsx';
import { applicationsQuery, listingFirst } from '../../reference/reference.queries.ts';
import { deleteProduct, dropProducts } from '../products.queries.ts';
import { offerUndo } from '../undo.tsx';
import { useWrite } from '../write.tsx';
import { useGoOn } from '../../page/index.ts';
import { showError, type Refresh } from './use-refresh.tsx';

interface ProductActionsProps {
  product: Product;
  /** Undefined for what was not imported. */
  refresh: Refresh | undefined;
  onEdit: () => void;
}

export function ProductActions({ product, refresh, onEdit }: ProductActionsProps): ReactNode {
  const { t } = useTranslation(['products', 'form']);
  return (
    <Group gap="sm">
      <WriteMenu product={product} />
      {refresh && <RefreshButton {...refresh} />}
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

function RefreshButton({ isRunning, start }: Refresh): ReactNode {
  const { t } = useTranslation('products');
  const look = { variant: 'default', loading: isRunning };
  return <KeyButton {...look} press="r" text={t('actions.refresh')} onPress={start} />;
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
