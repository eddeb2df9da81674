// The keys that do something now, and the switch for those of one letter.
import { Kbd, Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../form/dialog.tsx';
import { keysNow } from '../../keyboard/keyboard.state.ts';
import { shownKeys } from '../../keyboard/key-names.rules.ts';
import { OneLetterSwitch } from '../../keyboard/one-letter-switch.tsx';
import classes from './commands.module.css';

export default function Help({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('app');
  // Forms and dialogs handle these keys themselves, so nobody has added them.
  const always: [string, string][] = [
    ['Ctrl+Enter', t('keys.submit')],
    ['Esc', t('keys.close')],
  ];
  return (
    <Dialog title={t('help.title')} onClose={onClose} size="lg">
      <KeyList title={t('help.page')} keys={keysNow('page')} />
      <KeyList title={t('help.everywhere')} keys={[...keysNow('everywhere'), ...always]} />
      <OneLetterSwitch />
    </Dialog>
  );
}

function KeyList({ title, keys }: { title: string; keys: readonly [name: string, does: string][] }) {
  const headingId = useId();
  if (keys.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <Title order={3} id={headingId}>
        {title}
      </Title>
      <dl className={classes.keys}>
        {keys.map(([name, does]) => (
          <div key={name}>
            <dt>
              {shownKeys(name).map((key, i) => (
                <Kbd key={i}>{key}</Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
