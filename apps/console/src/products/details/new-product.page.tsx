// The form of a new product, one that no marketplace has.
import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keysByBody } from '../../api/new-key.client.ts';
import { Back, Heading } from '../../page/index.ts';
import { Leaving } from '../../form/leaving.tsx';
import { submitByKey } from '../../form/submit-by-key.tsx';
import { useKeyHint } from '../../keyboard/use-keys.tsx';
import { changedFields, creationOf, EMPTY_DRAFT, FIELDS } from '../drafts.rules.ts';
import { createProduct, keepProduct, readListsAgain } from '../products.queries.ts';
import { ProductFields } from './product-fields.tsx';

export default function NewProductPage(): ReactNode {
  const { t } = useTranslation('products');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const hint = useKeyHint();
  const isDone = useRef(false);
  const [keyOf] = useState(keysByBody); // a double click makes one product
  const creating = useMutation({
    mutationFn: () => {
      const body = creationOf(draft);
      return createProduct(body, keyOf(body));
    },
    onSuccess: async (product) => {
      isDone.current = true;
      keepProduct(queries, product);
      await readListsAgain(queries);
      await navigate({ to: '/products/$id', params: { id: product.id } });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!creating.isPending) creating.mutate();
  };
  return (
    <Stack gap="md">
      <Back area="products" />
      <Heading title={t('form.newTitle')} />
      <form onSubmit={submit} onKeyDown={submitByKey}>
        <Stack gap="md">
          <ProductFields fields={FIELDS.Custom} draft={draft} onChange={setDraft} error={creating.error} />
          <Group gap="sm">
            <Button type="submit" {...hint('Ctrl+Enter')} loading={creating.isPending}>
              {t('form.create')}
            </Button>
          </Group>
        </Stack>
      </form>
      <Leaving isChanged={() => !isDone.current && changedFields(EMPTY_DRAFT, draft).length > 0} />
    </Stack>
  );
}
