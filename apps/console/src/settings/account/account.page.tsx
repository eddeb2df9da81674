// The account: name, language, keys, password.
import { Stack, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#client';
import { useSession } from '../../api/use-session.tsx';
import { Refusal, refusalsOf } from '../../form/refusal.tsx';
import { ShortForm } from '../../form/short-form.tsx';
import { OneLetterSwitch } from '../../keyboard/one-letter-switch.tsx';
import { LanguageSwitch } from '../../language/language-switch.tsx';
import { Failed } from '../../feedback/index.ts';
import classes from '../settings.module.css';
import { SettingsPage } from '../settings-page.tsx';
import { useChangeAccount } from './account.queries.ts';
import { PasswordForm } from './password-form.tsx';

export default function AccountPage(): ReactNode {
  const { t } = useTranslation('settings');
  const { account } = useSession();
  return (
    <SettingsPage name="account">
      {account && (
        <Stack gap="xl" maw={480}>
          <AccountFacts account={account} />
          <NameForm account={account} />
          <Language />
          <OneLetterSwitch />
          <Title order={2}>{t('password.title')}</Title>
          <PasswordForm email={account.email} />
        </Stack>
      )}
    </SettingsPage>
  );
}

function AccountFacts({ account: { email } }: { account: Account }): ReactNode {
  const { t } = useTranslation('settings');
  return (
    <dl className={classes.facts}>
      <dt>{t('account.email')}</dt>
      <dd>{email}</dd>
      <dt>{t('account.timeZone')}</dt>
      <dd>{t('account.ofBrowser', { name: Intl.DateTimeFormat().resolvedOptions().timeZone })}</dd>
    </dl>
  );
}

function NameForm({ account }: { account: Account }): ReactNode {
  const { t } = useTranslation(['settings', 'form']);
  const [name, setName] = useState(account.name);
  const change = useChangeAccount();
  const messages = refusalsOf(change.error);
  const save = (): void =>
    change.mutate(
      { name: name.trim() },
      { onSuccess: () => void notifications.show({ message: t('form:saved') }) },
    );
  return (
    <ShortForm
      submit={t('form:buttons.save')}
      isSending={change.isPending}
      isReady={name.trim() !== account.name}
      onSubmit={save}
    >
      <Refusal error={change.error} count={Object.keys(messages).length} />
      <TextInput
        label={t('account.name')}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={messages.name}
        autoComplete="name"
        maxLength={100}
        pattern=".*\S.*"
        required
      />
    </ShortForm>
  );
}

/** The language: of this browser at once, and of the account, so that other browsers follow. */
function Language(): ReactNode {
  const { t } = useTranslation('settings');
  const change = useChangeAccount();
  return (
    <Stack gap="xs">
      {change.error && <Failed error={change.error} />}
      <LanguageSwitch onChoose={(locale) => change.mutate({ locale })} />
      <Text size="sm" c="dimmed">
        {t('account.languageHint')}
      </Text>
    </Stack>
  );
}
