// The form of a new product, one that no marketplace has.
import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DraftForm } from '../../form/record/draft-form.tsx';
import { useCreation } from '../../form/record/use-creation.tsx';
import { Back, Heading } from '../../page/index.ts';
import { changedFields, creationOf, EMPTY_DRAFT, FIELDS } from '../product-draft.rules.ts';
import { createProduct, keepProduct, readListsAgain } from '../products.queries.ts';
import { ProductFields } from './product-fields.tsx';

export default function NewProductPage(): ReactNode {
  const { t } = useTranslation('products');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const { mutate, error, isPending, isDone } = useCreation(createProduct, async (product) => {
    keepProduct(queries, product);
    await readListsAgain(queries);
    await navigate({ to: '/products/$id', params: { id: product.id } });
  });
  return (
    <Stack gap="md">
      <Back area="products" />
      <Heading title={t('form.newTitle')} />
      <DraftForm
        does="create"
        isSending={isPending}
        isChanged={() => !isDone() && changedFields(EMPTY_DRAFT, draft).length > 0}
        onSubmit={() => mutate(creationOf(draft))}
      >
        <ProductFields fields={FIELDS.Custom} draft={draft} onChange={setDraft} error={error} />
      </DraftForm>
    </Stack>
  );
}
