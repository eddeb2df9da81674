// The form in which a product is edited.
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '#client';
import { EditRecord } from '../../form/record/edit-record.tsx';
import { BlockText } from '../../text-display/safe-text.tsx';
import { changedFields, draftOf, FIELDS, patchOf } from '../product-draft.rules.ts';
import { changeProduct, keepProduct, readProduct } from '../products.queries.ts';
import { ProductFields } from './product-fields.tsx';

interface EditProductProps {
  product: Product;
  onDone: () => void;
}

export function EditProduct({ product, onDone }: EditProductProps): ReactNode {
  const { t } = useTranslation(['products', 'form']);
  const queries = useQueryClient();
  return (
    <EditRecord
      record={product}
      label={t('form:buttons.edit')}
      draftOf={draftOf}
      changedFields={changedFields}
      patchOf={patchOf}
      save={({ id, version }, patch) => changeProduct(id, patch, version)}
      read={() => readProduct(product.id)}
      onSaved={(saved) => keepProduct(queries, saved)}
      onDone={onDone}
      labelOf={(field) => t(`fields.${field}`)}
      fields={(draft, change, error) => (
        <ProductFields
          fields={FIELDS[product.genre]}
          draft={draft}
          onChange={change}
          marketplace={product.genre === 'Retailer' ? product.marketplace : undefined}
          error={error}
        />
      )}
      show={(field, value) => <BlockText text={value} br={field === 'description'} />}
    />
  );
}
