// What the keys do on every page, and the two dialogs that they open: the way to everything, and the help.
import { ActionIcon, Button, Kbd } from '@mantine/core';
import { KeyboardIcon, SearchIcon } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyHint, useKeys } from '../../keyboard/use-keys.tsx';
import { later } from '../../page/index.ts';
import { features } from '../features.ts';

const GoTo = later(() => import('./go-to.tsx'), <KeysRest />);
const Help = later(() => import('./help.tsx'), <KeysRest />);

/** Their buttons in the header. */
export function Commands() {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const hint = useKeyHint();
  const [opened, setOpened] = useState<'go-to' | 'help'>();
  const close = (): void => setOpened(undefined);
  const areas = features
    .flatMap((feature) => feature.areas)
    .map(({ name, to }) => {
      const does = t('keys.area', { area: t(`areas.${name}`) });
      return [`g ${name[0]}`, { does, act: () => void navigate({ to }) }] as const;
    });
  useKeys(
    {
      '?': { does: t('help.title'), act: () => setOpened('help') },
      'Ctrl+k': { does: t('goTo.title'), act: () => setOpened('go-to') },
      ...Object.fromEntries(areas),
    },
    'everywhere',
  );
  return (
    <>
      <Button
        className="frame-go"
        variant="default"
        size="compact-md"
        leftSection={<SearchIcon size={16} />}
        rightSection={<Kbd aria-hidden>Ctrl+K</Kbd>}
        {...hint('Ctrl+k')}
        onClick={() => setOpened('go-to')}
      >
        {t('goTo.title')}
      </Button>
      <ActionIcon
        className="frame-go-small"
        variant="subtle"
        size="lg"
        aria-label={t('goTo.title')}
        onClick={() => setOpened('go-to')}
      >
        <SearchIcon size={18} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={t('help.title')}
        {...hint('?')}
        onClick={() => setOpened('help')}
      >
        <KeyboardIcon size={20} />
      </ActionIcon>
      {opened === 'go-to' && <GoTo onClose={close} />}
      {opened === 'help' && <Help onClose={close} />}
    </>
  );
}

/** Stands for a dialog while it is loaded, so that what one types meanwhile does nothing on the page. */
function KeysRest() {
  const { t } = useTranslation('feedback');
  return <div role="dialog" aria-busy aria-label={t('loading')} />;
}
