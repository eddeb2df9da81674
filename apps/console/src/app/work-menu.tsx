// The work in progress of all features, in the header of every page.
import { Button, Stack, Text } from '@mantine/core';
import { ActivityIcon } from 'lucide-react';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { WorkItem } from '../page/index.ts';
import { Menu } from '../menu/menu.tsx';
import { features } from './features.ts';

const SOURCES = features.flatMap(({ work }) => work ?? []);

export function WorkMenu() {
  const { t } = useTranslation('app');
  const items = useQueries({ queries: SOURCES }).flatMap(({ data }) => data ?? []);
  return (
    <Menu
      label={t('work.title')}
      button={(opens) => (
        <Button
          variant="subtle"
          px="sm"
          leftSection={<ActivityIcon size={18} />}
          aria-label={t('work.open', { count: items.length })}
          {...opens}
        >
          {items.length}
        </Button>
      )}
    >
      {(close) => (
        <Stack gap="sm" data-live>
          <Text fw={600}>{t('work.title')}</Text>
          {items.length === 0 && <Text c="dimmed">{t('work.none')}</Text>}
          {items.map((item) => (
            <Item key={item.id} item={item} onFollow={close} />
          ))}
        </Stack>
      )}
    </Menu>
  );
}

function Item({ item, onFollow }: { item: WorkItem; onFollow: () => void }) {
  const { t } = useTranslation('app');
  const { kind, name, to, done, total } = item;
  return (
    <Link to={to} onClick={onFollow} className="frame-work">
      <span>{t(`work.kinds.${kind}`, { name })}</span>
      {done !== undefined && total !== undefined && <span>{t('work.progress', { done, total })}</span>}
    </Link>
  );
}
