// What surrounds every page of a session: header, navigation, and the place of the page.
import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { MenuIcon } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../api/use-session.tsx';
import { later } from '../page/index.ts';
import { AccountMenu } from './account-menu.tsx';
import { Areas } from './areas.tsx';
import { Commands } from './commands/commands.tsx';
import { Content } from './content.tsx';
import { WorkMenu } from './work-menu.tsx';

const AreasDrawer = later(() => import('./areas-drawer.tsx'));
const Expired = later(() => import('../session/expired.tsx'));

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
          <MenuIcon size={20} />
        </ActionIcon>
        <Link to="/" className="frame-name">
          Shelfscribe
        </Link>
        <Commands />
        <WorkMenu />
        <AccountMenu />
      </header>
      <div className="frame-navigation">
        <Areas />
      </div>
      {isOpen && <AreasDrawer onClose={close} />}
      <main id="content" className="frame-content" tabIndex={-1}>
        <Content />
      </main>
      {session.is === 'expired' && <Expired />}
    </div>
  );
}
