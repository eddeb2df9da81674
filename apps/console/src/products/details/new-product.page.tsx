// The form of a new product, one that no marketplace has.
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NewRecord } from '../../form/record/new-record.tsx';
import { changedFields, creationOf, EMPTY_DRAFT, FIELDS } from '../product-draft.rules.ts';
import { createProduct, keepProduct, readListsAgain } from '../products.queries.ts';
import { useGoOn } from '../../page/index.ts';
import { ProductFields } from './product-fields.tsx';

export default function NewProductPage(): ReactNode {
  const queries = useQueryClient();
  const goOn = useGoOn();
  return (
    <NewRecord
      area="products"
      empty={EMPTY_DRAFT}
      changedFields={changedFields}
      bodyOf={creationOf}
      create={createProduct}
      onCreated={async (product) => {
        keepProduct(queries, product);
        await readListsAgain(queries);
        await goOn({ to: '/products/$id', params: { id: product.id } });
      }}
      fields={(draft, change, error) => (
        <ProductFields fields={FIELDS.Custom} draft={draft} onChange={change} error={error} />
      )}
    />
  );
}
