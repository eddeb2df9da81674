// What surrounds every page of a session: header, navigation, and the place of the page.
import { ActionIcon, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { Link, Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../api/use-session.tsx';
import { AccountMenu } from './account-menu.tsx';
import { features } from './features.ts';
import { WorkMenu } from './work-menu.tsx';

const Expired = lazy(() => import('../session/expired.tsx'));

export function Frame() {
  const { t } = useTranslation('app');
  const [isOpen, { open, close }] = useDisclosure();
  const session = useSession();
  return (
    <div className="frame">
      <a className="frame-skip" href="#content">
        {t('skip')}
      </a>
      <header className="frame-header">
        <ActionIcon
          className="frame-menu"
          variant="subtle"
          size="lg"
          aria-label={t('menu.open')}
          onClick={open}
        >
          <IconMenu2 size={20} />
        </ActionIcon>
        <Link to="/" className="frame-name">
          Shelfscribe
        </Link>
        <WorkMenu />
        <AccountMenu />
      </header>
      <div className="frame-navigation">
        <Areas />
      </div>
      <Drawer opened={isOpen} onClose={close} size="xs" title={t('menu.areas')}>
        <Areas onFollow={close} />
      </Drawer>
      <main id="content" className="frame-content" tabIndex={-1}>
        <Outlet />
      </main>
      {session.is === 'expired' && (
        <Suspense>
          <Expired />
        </Suspense>
      )}
    </div>
  );
}

function Areas({ onFollow }: { onFollow?: () => void }) {
  const { t } = useTranslation('app');
  return (
    <nav aria-label={t('menu.areas')}>
      <ul className="frame-areas">
        {features
          .flatMap(({ areas }) => areas)
          .map(({ name, to, icon: Icon }) => (
            <li key={name}>
              <Link to={to} onClick={onFollow}>
                <Icon size={18} />
                {t(`areas.${name}`)}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
