// The form in which a product is edited. It is sent for the version that it began with; when there is a newer one, both are
// shown side by side, and nothing typed is lost.
import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '#client';
import { Conflict } from '../../form/conflict.tsx';
import { Leaving } from '../../form/leaving.tsx';
import { submitByKey } from '../../form/submit-by-key.tsx';
import { useEdit } from '../../form/use-edit.tsx';
import { differencesOf, settled } from '../../form/versions.rules.ts';
import { useKeyHint } from '../../keyboard/use-keys.tsx';
import { changedFields, draftOf, FIELDS, patchOf, type Draft } from '../drafts.rules.ts';
import { changeProduct, keepProduct, readProduct } from '../products.queries.ts';
import { ProductFields } from './product-fields.tsx';

interface EditFormProps {
  product: Product;
  onDone: () => void;
}

export function EditForm({ product, onDone }: EditFormProps): ReactNode {
  const { t } = useTranslation('products');
  const hint = useKeyHint();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(product));
  const edit = useEdit(product, {
    save: saveDraft,
    read: () => readProduct(product.id),
    onSaved: (saved) => {
      keepProduct(queries, saved);
      notifications.show({ message: t('product.saved') });
      onDone();
    },
  });
  const { base, theirs, save } = edit;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save(base, draft);
  };
  if (theirs)
    return (
      <Conflict
        edit={edit}
        words={{
          title: t('conflict.title'),
          theirs: t('conflict.theirs'),
          label: (field) => t(`fields.${field}`),
        }}
        differences={differencesOf(draftOf(base), draft, draftOf(theirs), changedFields)}
        brField="description"
        onSave={(fields) => save(theirs, settled(draft, draftOf(theirs), fields))}
      />
    );
  return (
    <form onSubmit={submit} onKeyDown={submitByKey} aria-label={t('form.editTitle')}>
      <Stack gap="md">
        <ProductFields
          fields={FIELDS[product.genre]}
          draft={draft}
          onChange={setDraft}
          marketplace={product.genre === 'Retailer' ? product.marketplace : undefined}
          error={edit.error}
        />
        <Group gap="sm">
          <Button type="submit" {...hint('Ctrl+Enter')} loading={edit.isSaving}>
            {t('form.save')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t('form.cancel')}
          </Button>
        </Group>
        <Leaving isChanged={() => !edit.isSaved() && changedFields(draftOf(base), draft).length > 0} />
      </Stack>
    </form>
  );
}

async function saveDraft(on: Product, draft: Draft): Promise<Product> {
  const patch = patchOf(draftOf(on), draft);
  return Object.keys(patch).length === 0 ? on : changeProduct(on.id, patch, on.version);
}
