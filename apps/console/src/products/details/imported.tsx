// What the marketplace now has for a field that was edited, and the button that takes this back.
import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product, ProductPatch } from '#client';
import { useMayWrite } from '../../api/use-session.tsx';
import { Failed } from '../../feedback/index.ts';
import { BlockText } from '../../text-display/safe-text.tsx';
import { productQuery } from '../../reference/records.queries.ts';
import { originOf, TEXT_FIELDS } from '../product-facts.rules.ts';
import type { DraftField } from '../product-draft.rules.ts';
import { changeProduct, keepProduct } from '../products.queries.ts';
import classes from '../products.module.css';

/** The value of the marketplace for an edited field, and the button that takes it back. */
export function Imported({ product, field }: { product: Product; field: DraftField }): ReactNode {
  const { t } = useTranslation(['products', 'form']);
  const queries = useQueryClient();
  const mayWrite = useMayWrite();
  const taking = useMutation({
    mutationFn: () => changeProduct(product.id, takenBack(product, field), product.version),
    onSuccess: (changed) => {
      keepProduct(queries, changed);
      notifications.show({ message: t('form:saved') });
    },
    onError: () => queries.invalidateQueries({ queryKey: productQuery(product.id).queryKey }), // another may have changed it
  });
  const value = product.genre === 'Retailer' ? product.imported?.[field] : undefined;
  const texts = [value ?? []].flat().filter((text) => text !== '');
  return (
    <details>
      <summary>{t('product.importedNow')}</summary>
      <Stack gap="sm" align="flex-start" mt="sm">
        {texts.length === 0 && <Text c="dimmed">{t('product.empty')}</Text>}
        {texts.map((text, i) => (
          <BlockText key={i} text={text} br={field === 'description'} />
        ))}
        {mayWrite && (
          <Button
            variant="default"
            size="compact-md"
            loading={taking.isPending}
            onClick={() => taking.mutate()}
          >
            {t('product.takeBack')}
          </Button>
        )}
        {taking.error && <Failed error={taking.error} />}
      </Stack>
    </details>
  );
}

/** The foremost feature was edited together with the bullets, and is taken back with them. */
function takenBack(product: Product, field: DraftField): ProductPatch {
  const isEdited = product.genre === 'Retailer' && product.edited?.includes('feature');
  return field === 'features' && isEdited ? { features: null, feature: null } : { [field]: null };
}

/** The edited fields that are no texts, each with what the marketplace says. */
export function EditedFacts({ product }: { product: Product }): ReactNode {
  const { t } = useTranslation('products');
  const edited = product.genre === 'Retailer' ? (product.edited ?? []) : [];
  return edited
    .filter((field) => !TEXT_FIELDS.some((text) => text === field))
    .map((field) => (
      <Paper key={field} component="section" withBorder p="md" aria-label={t(`fields.${field}`)}>
        <div className={classes.head}>
          <Title order={2}>{t(`fields.${field}`)}</Title>
          <Text c="dimmed" size="sm">
            {t(`product.origins.${originOf(product, field)}`)}
          </Text>
        </div>
        <Imported product={product} field={field} />
      </Paper>
    ));
}
