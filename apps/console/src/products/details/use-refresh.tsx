// Fetches a product again, and shows it anew when that has ended, also to those who edit it meanwhile.
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '#client';
import { newKey } from '../../api/new-key.client.ts';
import { Failed } from '../../feedback/index.ts';
import { productQuery } from '../../reference/records.queries.ts';
import { refreshProducts, refreshQuery } from '../products.queries.ts';

export interface Refresh {
  isRunning: boolean;
  start: () => void;
}

/** Undefined for what was not imported. */
export function useRefresh(product: Product): Refresh | undefined {
  const { t, i18n } = useTranslation('products');
  const queries = useQueryClient();
  const [importId, setImportId] = useState('');
  const beginning = useMutation({
    mutationFn: ({ marketplace, asin, key }: { key: string } & Pick<Imported, 'marketplace' | 'asin'>) =>
      refreshProducts(queries, marketplace, [asin], key),
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
  if (product.genre !== 'Retailer') return undefined;
  const { marketplace, asin } = product;
  const start = (): void => {
    if (!isRunning) beginning.mutate({ marketplace, asin, key: newKey() });
  };
  return { isRunning, start };
}

type Imported = Product & { genre: 'Retailer' };

export function showError(error: Error): void {
  notifications.show({ message: <Failed error={error} />, autoClose: false });
}
