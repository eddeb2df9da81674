// The search, the filters that are set, and the form in which they are set.
import { Button, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { FunnelIcon, SearchIcon } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  activeFilters,
  withoutFilter,
  type FilterName,
  type ProductSearch,
} from '../../reference/product-search.rules.ts';
import { useApplicationNameById } from '../../form/writing/use-application-name.tsx';
import { useKeyHint, useKeys } from '../../keyboard/use-keys.tsx';
import { MenuButton } from '../../menu/menu.tsx';
import { FilterChip } from '../../table/filters.tsx';
import { dateOf } from '../../language/figures.rules.ts';
import { FilterForm } from './filter-form.tsx';

/** Pause in typing after which the search begins, in milliseconds. */
const PAUSE_MS = 300;

interface FilterBarProps {
  search: ProductSearch;
  onChange: (search: ProductSearch) => void;
}

export function FilterBar({ search, onChange }: FilterBarProps): ReactNode {
  const { t } = useTranslation('products');
  const names = activeFilters(search).filter((name) => name !== 'q');
  return (
    <Group gap="sm" align="center">
      <SearchBox search={search} onChange={onChange} />
      <MenuButton label={t('filters.add')} leftSection={<FunnelIcon size={16} />}>
        {(close) => (
          <FilterForm
            search={search}
            onApply={(next) => {
              close();
              onChange(next);
            }}
          />
        )}
      </MenuButton>
      {names.map((name) => (
        <Chip key={name} name={name} search={search} onRemove={() => onChange(withoutFilter(search, name))} />
      ))}
      {names.length > 1 && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange({})}>
          {t('filters.clear')}
        </Button>
      )}
    </Group>
  );
}

/** What is typed goes into the address after a pause; what the address says goes into the box. */
function SearchBox({ search, onChange }: FilterBarProps): ReactNode {
  const { t } = useTranslation('products');
  const hint = useKeyHint();
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(search.q ?? '');
  const sent = useRef(search.q ?? '');
  const send = useDebouncedCallback((typed: string) => {
    sent.current = typed.trim();
    onChange(sent.current === '' ? withoutFilter(search, 'q') : { ...search, q: sent.current });
  }, PAUSE_MS);
  useEffect(() => {
    if ((search.q ?? '') === sent.current) return;
    sent.current = search.q ?? '';
    setText(sent.current);
  }, [search.q]);
  useKeys({ '/': { does: t('filters.names.q'), act: () => box.current?.focus() } });
  return (
    <TextInput
      ref={box}
      type="search"
      aria-label={t('filters.names.q')}
      placeholder={t('search.placeholder')}
      {...hint('/')}
      maxLength={200}
      leftSection={<SearchIcon size={16} />}
      style={{ flex: '1 1 240px', maxWidth: 420 }}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        send(value);
      }}
    />
  );
}

/** A filter that is set; a click takes it away. */
function Chip({
  name,
  search,
  onRemove,
}: {
  name: FilterName;
  search: ProductSearch;
  onRemove: () => void;
}): ReactNode {
  const { t } = useTranslation('products');
  const value = useValue(name, search);
  const filter = t('filters.chip', { name: t(`filters.names.${name}`), value });
  return <FilterChip size="compact-md" name={filter} onRemove={onRemove} />;
}

/** The value of a filter in words. */
function useValue(name: FilterName, search: ProductSearch): string {
  const { t, i18n } = useTranslation('products');
  const nameOf = useApplicationNameById();
  const { application = '', genre, since, texts } = search;
  if (name === 'genre' && genre) return t(`kinds.${genre}`);
  if (name === 'since' && since !== undefined) return dateOf(since, i18n.language);
  if (name === 'texts' && texts)
    return t('textState', {
      application: nameOf(application) ?? application,
      state: t(`filters.texts.${texts}`),
    });
  return String(search[name] ?? '');
}
