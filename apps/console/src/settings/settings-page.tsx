// What surrounds each page of the settings: the ways to the others, and the heading with what can be done there.
import { Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRole } from '../api/use-session.tsx';
import { Heading } from '../page/index.ts';
import { Empty } from '../feedback/index.ts';
import classes from './settings.module.css';

const PAGES = [
  'account',
  'sessions',
  'keys',
  'members',
  'webhooks',
  'models',
  'policies',
  'voices',
  'limits',
  'workspace',
] as const;
export type PageName = (typeof PAGES)[number];

/** What the API shows to owners only. */
const OF_OWNERS: ReadonlySet<PageName> = new Set(['webhooks']);

interface SettingsPageProps {
  name: PageName;
  /** The heading, when it is not the name of the page. */
  title?: string;
  /** What there is to know. */
  about?: string;
  /** What can be done here, beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of the settings. People whom the API would refuse see a sentence in place of its content. */
export function SettingsPage({ name, title, about, actions, children }: SettingsPageProps): ReactNode {
  const { t } = useTranslation(['settings', 'app']);
  const isOwner = useRole() === 'owner';
  const isShown = isOwner || !OF_OWNERS.has(name);
  return (
    <Stack gap="lg">
      <nav aria-label={t('app:areas.settings')}>
        <ul className={classes.pages}>
          {PAGES.filter((one) => isOwner || !OF_OWNERS.has(one)).map((one) => (
            <li key={one}>
              <Link to={`/settings/${one}`}>{t(`pages.${one}`)}</Link>
            </li>
          ))}
        </ul>
      </nav>
      <Group justify="space-between">
        <Heading title={title ?? t(`pages.${name}`)} />
        {isShown && actions}
      </Group>
      {isShown && about && (
        <Text c="dimmed" maw={720}>
          {about}
        </Text>
      )}
      {isShown ? children : <Empty text={t('ownersOnly')} />}
    </Stack>
  );
}
