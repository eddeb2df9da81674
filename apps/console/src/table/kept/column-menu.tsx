// The choice of columns: which, in which order, how wide.
import { ActionIcon, Button, Checkbox, NativeSelect, Stack } from '@mantine/core';
import { ArrowLeftIcon, ArrowRightIcon, Columns3Icon } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../menu/menu.tsx';
import type { Column } from '../columns.tsx';
import { arranged, inOrder, moved, USUAL, widthOf, WIDTHS, type Layout, type Width } from './layout.rules.ts';
import { useKept } from './use-kept.tsx';
import classes from '../table.module.css';

interface Layouts<T extends object> {
  /** The columns to show, the same array as long as nothing changes. */
  shown: Column<T>[];
  /** Properties of the menu. */
  menu: ColumnMenuProps;
}

/** Arranges the columns of a list as the person has chosen for it; `list` names it, such as `products`. */
export function useLayout<T extends object>(list: string, columns: Column<T>[]): Layouts<T> {
  const [layout, onChange] = useKept<Layout>(`${list}.columns`, USUAL);
  const shown = useMemo(() => arranged(columns, layout), [columns, layout]);
  const all = inOrder(columns, layout).map(({ id, header, meta }) => ({
    id,
    name: header,
    isFixed: meta?.isName === true,
  }));
  return { shown, menu: { columns: all, layout, onChange } };
}

interface ColumnMenuProps {
  /** All columns in their order; a fixed one is always shown. */
  columns: readonly { id: string; name: string; isFixed: boolean }[];
  layout: Layout;
  onChange: (layout: Layout) => void;
}

export function ColumnMenu(props: ColumnMenuProps): ReactNode {
  const { t } = useTranslation('table');
  return (
    <MenuButton label={t('columns.title')} size="compact-md" leftSection={<Columns3Icon size={16} />}>
      {() => <Choices {...props} />}
    </MenuButton>
  );
}

function Choices({ columns, layout, onChange }: ColumnMenuProps): ReactNode {
  const { t } = useTranslation('table');
  const widths = (Object.keys(WIDTHS) as Width[]).map((value) => ({ value, label: t(`columns.${value}`) }));
  const ids = columns.map(({ id }) => id);
  const show = (id: string, isShown: boolean): void => {
    const others = layout.hidden.filter((one) => one !== id);
    onChange({ ...layout, hidden: isShown ? others : [...others, id] });
  };
  const move = (id: string, by: -1 | 1): void => onChange(moved(layout, ids, id, by));
  return (
    <Stack gap="sm">
      <ul className={classes.choices}>
        {columns.map(({ id, name, isFixed }, i) => (
          <li key={id}>
            <Checkbox
              label={name}
              checked={!layout.hidden.includes(id)}
              disabled={isFixed}
              onChange={({ currentTarget: { checked } }) => show(id, checked)}
            />
            <NativeSelect
              size="xs"
              aria-label={t('columns.width', { name })}
              data={widths}
              value={widthOf(layout, id)}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...layout, widths: { ...layout.widths, [id]: value as Width } })
              }
            />
            <Move name={t('columns.left', { name })} isAtEnd={i === 0} onMove={() => move(id, -1)}>
              <ArrowLeftIcon size={16} />
            </Move>
            <Move
              name={t('columns.right', { name })}
              isAtEnd={i === columns.length - 1}
              onMove={() => move(id, 1)}
            >
              <ArrowRightIcon size={16} />
            </Move>
          </li>
        ))}
      </ul>
      <Button variant="subtle" size="compact-sm" onClick={() => onChange(USUAL)}>
        {t('columns.usual')}
      </Button>
    </Stack>
  );
}

interface MoveProps {
  name: string;
  /** True when there is nothing to move past; the button stays, so that the focus does. */
  isAtEnd: boolean;
  onMove: () => void;
  children: ReactNode;
}

function Move({ name, isAtEnd, onMove, children }: MoveProps): ReactNode {
  return (
    <ActionIcon
      variant="default"
      aria-label={name}
      aria-disabled={isAtEnd}
      data-disabled={isAtEnd || undefined}
      onClick={({ currentTarget }) => {
        if (isAtEnd) return;
        onMove();
        requestAnimationFrame(() => currentTarget.focus()); // it lost the focus when its row was moved
      }}
    >
      {children}
    </ActionIcon>
  );
}
