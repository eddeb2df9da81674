// Views: filters of a list that a person has named, kept in this browser for each account.
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { BookmarkIcon, Trash2Icon } from 'lucide-react';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton, MenuItem } from '../../menu/menu.tsx';
import { useKept } from './use-kept.tsx';
import classes from '../table.module.css';

/** Most characters of a name. */
const MOST_NAME = 60;

/** A named search of a list, as it stands in the address. */
interface View<S> {
  name: string;
  search: S;
}

interface SavedViewsProps<S> {
  /** Names the list, such as `products`. */
  list: string;
  /** What the address says now. */
  search: S;
  onOpen: (search: S) => void;
}

/** The menu of the views of a list; the list itself is always what its address says. */
export function SavedViews<S extends object>({ list, search, onOpen }: SavedViewsProps<S>): ReactNode {
  const { t } = useTranslation('table');
  const [views, keep] = useKept<readonly View<S>[]>(`${list}.views`, []);
  const without = (name: string): View<S>[] => views.filter((view) => view.name !== name);
  return (
    <MenuButton label={t('views.title')} leftSection={<BookmarkIcon size={16} />}>
      {() => (
        <Stack gap="sm" w={280}>
          {views.length === 0 && <Text c="dimmed">{t('views.none')}</Text>}
          {views.map((view) => (
            <div key={view.name} className={classes.view}>
              <MenuItem
                isCurrent={JSON.stringify(view.search) === JSON.stringify(search)}
                onClick={() => onOpen(view.search)}
              >
                <bdi>{view.name}</bdi>
              </MenuItem>
              <ActionIcon
                variant="subtle"
                aria-label={t('views.delete', { name: view.name })}
                onClick={() => keep(without(view.name))}
              >
                <Trash2Icon size={16} />
              </ActionIcon>
            </div>
          ))}
          <NewView onSave={(name) => keep([...without(name), { name, search }])} />
        </Stack>
      )}
    </MenuButton>
  );
}

/** Names what the list shows now. */
function NewView({ onSave }: { onSave: (name: string) => void }): ReactNode {
  const { t } = useTranslation('table');
  const [name, setName] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === '') return;
    onSave(name.trim());
    setName('');
  };
  return (
    <form onSubmit={submit}>
      <Group gap="sm" align="end" wrap="nowrap">
        <TextInput
          label={t('views.name')}
          maxLength={MOST_NAME}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" flex="none">
          {t('views.save')}
        </Button>
      </Group>
    </form>
  );
}
