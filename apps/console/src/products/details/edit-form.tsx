// The form in which a product is edited. It is sent for the version that it began with; when there is a newer one, both are
// shown side by side, and nothing typed is lost.
import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, type Product } from '#client';
import { Conflict } from '../../form/conflict.tsx';
import { Leaving } from '../../form/leaving.tsx';
import { submitByKey } from '../../form/submit-by-key.tsx';
import { differencesOf, settled } from '../../form/versions.rules.ts';
import { useKeyHint } from '../../keys/use-keys.tsx';
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
  const form = useEdit(product, onDone);
  const { base, draft, theirs, saving } = form;
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    form.save(base, draft);
  };
  if (theirs)
    return (
      <Conflict
        words={{
          title: t('conflict.title'),
          theirs: t('conflict.theirs'),
          label: (field) => t(`fields.${field}`),
        }}
        differences={differencesOf(draftOf(base), draft, draftOf(theirs), changedFields)}
        brField="description"
        versions={{ mine: base.version, theirs: theirs.version }}
        isSaving={saving.isPending}
        error={saving.error}
        onSave={(fields) => form.save(theirs, settled(draft, draftOf(theirs), fields))}
        onBack={form.goBack}
      />
    );
  return (
    <form onSubmit={submit} onKeyDown={submitByKey} aria-label={t('form.editTitle')}>
      <Stack gap="md">
        <ProductFields
          fields={FIELDS[product.genre]}
          draft={draft}
          onChange={form.change}
          marketplace={product.genre === 'Retailer' ? product.marketplace : undefined}
          error={saving.error}
        />
        <Group gap="sm">
          <Button type="submit" {...hint('Ctrl+Enter')} loading={saving.isPending}>
            {t('form.save')}
          </Button>
          <Button variant="default" onClick={onDone}>
            {t('form.cancel')}
          </Button>
        </Group>
        <Leaving isChanged={form.isChanged} />
      </Stack>
    </form>
  );
}

/** A try to save. */
interface Attempt {
  /** The product that the draft is compared with, and whose version is meant. */
  on: Product;
  draft: Draft;
}

/** The state of the form. */
function useEdit(product: Product, onDone: () => void) {
  const { t } = useTranslation('products');
  const queries = useQueryClient();
  const [base] = useState(product); // what the person has seen, however the page's product changes meanwhile
  const [draft, setDraft] = useState(() => draftOf(product));
  const [theirs, setTheirs] = useState<Product>();
  const isDone = useRef(false);
  const saving = useMutation({
    mutationFn: async ({ on, draft: wanted }: Attempt): Promise<Product> => {
      const patch = patchOf(draftOf(on), wanted);
      return Object.keys(patch).length === 0 ? on : changeProduct(on.id, patch, on.version);
    },
    onSuccess: (changed) => {
      isDone.current = true;
      keepProduct(queries, changed);
      notifications.show({ message: t('product.saved') });
      onDone();
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.code === 'VersionMismatch')
        setTheirs(await readProduct(product.id));
    },
  });
  return {
    base,
    draft,
    theirs,
    saving,
    change: setDraft,
    save: (on: Product, wanted: Draft) => {
      if (!saving.isPending) saving.mutate({ on, draft: wanted });
    },
    goBack: () => {
      saving.reset();
      setTheirs(undefined);
    },
    isChanged: () => !isDone.current && changedFields(draftOf(base), draft).length > 0,
  };
}
