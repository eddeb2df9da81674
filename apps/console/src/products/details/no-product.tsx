// The page of a product that does not exist, or that was deleted and can be restored.
import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode } from '../../api/failures.rules.ts';
import { useMayWrite } from '../../api/use-session.tsx';
import { Missing } from '../../page/index.ts';
import { Failed } from '../../feedback/index.ts';
import { keepProduct, readListsAgain, restoreProduct } from '../products.queries.ts';

export function NoProduct({ id }: { id: string }): ReactNode {
  const { t } = useTranslation('products');
  const queries = useQueryClient();
  const mayWrite = useMayWrite();
  const restoring = useMutation({
    mutationFn: () => restoreProduct(id),
    onSuccess: async (product) => {
      keepProduct(queries, product);
      await readListsAgain(queries);
    },
  });
  const { error } = restoring;
  const isUnknown = hasCode(error, 'NotFound');
  return (
    <Missing area="products" text={t('product.notFound')}>
      {mayWrite && !isUnknown && (
        <>
          <Text>{t('product.restoreText')}</Text>
          <Button variant="default" loading={restoring.isPending} onClick={() => restoring.mutate()}>
            {t('product.restore')}
          </Button>
        </>
      )}
      {isUnknown ? <Text role="alert">{t('product.notRestored')}</Text> : error && <Failed error={error} />}
    </Missing>
  );
}
