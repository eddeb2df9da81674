// The form of the filters.
import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  GENRES,
  productSearchOf,
  TEXT_STATES,
  type ProductSearch,
} from '../../reference/product-search.rules.ts';
import { useMarketplaceOptions } from '../../form/use-marketplace-options.tsx';
import { useApplicationOptions } from '../../form/writing/use-application-name.tsx';
import { dayOf, startOf } from '../../language/figures.rules.ts';

interface FilterFormProps {
  search: ProductSearch;
  onApply: (search: ProductSearch) => void;
}

export function FilterForm({ search, onApply }: FilterFormProps): ReactNode {
  const { t } = useTranslation('products');
  const marketplaces = useMarketplaceOptions();
  const any = { value: '', label: t('filters.any') };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    onApply(productSearchOf({ ...fields, q: search.q, since: startOf(fields.since as string) }));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" w={260}>
        <NativeSelect
          name="genre"
          label={t('filters.names.genre')}
          defaultValue={search.genre}
          data={[any, ...GENRES.map((value) => ({ value, label: t(`kinds.${value}`) }))]}
        />
        <NativeSelect
          key={marketplaces.length}
          name="marketplace"
          label={t('filters.names.marketplace')}
          defaultValue={search.marketplace}
          data={[any, ...marketplaces]}
        />
        <TextInput
          name="brand"
          label={t('filters.names.brand')}
          defaultValue={search.brand}
          maxLength={200}
        />
        <TextInput name="tag" label={t('filters.names.tag')} defaultValue={search.tag} maxLength={200} />
        <TextInput
          name="since"
          type="date"
          label={t('filters.names.since')}
          defaultValue={search.since === undefined ? '' : dayOf(search.since)}
        />
        <TextsFilter search={search} />
        <Button type="submit">{t('filters.apply')}</Button>
      </Stack>
    </form>
  );
}

/** The filter by the state of the text of an application. */
function TextsFilter({ search }: { search: ProductSearch }): ReactNode {
  const { t } = useTranslation('products');
  const applications = useApplicationOptions();
  const states = TEXT_STATES.map((value) => ({ value, label: t(`filters.texts.${value}`) }));
  return (
    <>
      <NativeSelect
        name="texts"
        label={t('filters.names.texts')}
        defaultValue={search.texts}
        data={[{ value: '', label: t('filters.any') }, ...states]}
      />
      <NativeSelect
        key={applications.length}
        name="application"
        label={t('product.generations.application')}
        defaultValue={search.application}
        data={applications}
      />
    </>
  );
}
