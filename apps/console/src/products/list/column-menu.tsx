// The choice of columns, which is kept in this browser for each account.
import { Button, Menu } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconColumns3 } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/use-session.tsx';
import { OPTIONAL, type OptionalColumn } from './columns.tsx';

/** The columns that are not shown, and what changes them. */
export function useHiddenColumns(): [
  ReadonlySet<OptionalColumn>,
  (hidden: readonly OptionalColumn[]) => void,
] {
  const { account } = useSession();
  const [hidden, setHidden] = useLocalStorage<readonly OptionalColumn[]>({
    key: `shelfscribe.products.hidden.${account?.id}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  return [useMemo(() => new Set(hidden), [hidden]), setHidden];
}

interface ColumnMenuProps {
  hidden: ReadonlySet<OptionalColumn>;
  onChange: (hidden: readonly OptionalColumn[]) => void;
}

export function ColumnMenu({ hidden, onChange }: ColumnMenuProps): ReactNode {
  const { t } = useTranslation('products');
  return (
    <Menu closeOnItemClick={false} position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="compact-md" leftSection={<IconColumns3 size={16} />}>
          {t('chooseColumns')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {OPTIONAL.map((id) => (
          <Menu.CheckboxItem
            key={id}
            checked={!hidden.has(id)}
            onChange={(isShown) =>
              onChange(OPTIONAL.filter((one) => (one === id ? !isShown : hidden.has(one))))
            }
          >
            {t(`columns.${id}`)}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
