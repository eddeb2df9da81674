// Chooses the product to write about, by the words of its title.
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { productName } from '../reference/product-search.rules.ts';
import { productQuery, productsWithQuery } from '../reference/records.queries.ts';

/** Products that are offered at a time. */
const OFFERED = 20;
/** Time without a key after which products are searched, in milliseconds. */
const TYPED_MS = 250;

interface ProductPickerProps {
  value: string | undefined;
  error: string | undefined;
  /** The text below the label; by default that only the facts of the product may be stated. */
  help?: string;
  onChange: (id: string | undefined) => void;
}

export function ProductPicker({ value, error, help, onChange }: ProductPickerProps) {
  const { t } = useTranslation('form');
  const [words, setWords] = useState('');
  const [typed] = useDebouncedValue(words, TYPED_MS);
  const chosen = useQuery({ ...productQuery(value ?? ''), enabled: value !== undefined });
  const name = chosen.data && productName(chosen.data);
  // The field holds the name of the chosen product, which is not searched for.
  const offered = useQuery({
    ...productsWithQuery(typed === name ? '' : typed, OFFERED),
    placeholderData: keepPreviousData,
  });
  const products = new Map(
    [chosen.data, ...(offered.data ?? [])].flatMap((one) => (one ? [[one.id, one]] : [])),
  );
  return (
    <Select
      label={t('product.label')}
      description={help ?? t('product.help')}
      placeholder={t('product.search')}
      searchable
      clearable
      filter={({ options }) => options}
      nothingFoundMessage={t('product.none')}
      data={[...products.values()].map((product) => ({ value: product.id, label: productName(product) }))}
      value={value ?? null}
      error={error}
      onSearchChange={setWords}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}
