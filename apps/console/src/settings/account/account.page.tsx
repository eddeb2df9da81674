// The account: name, language, keys, password.
import { Stack, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#client';
import { useSession } from '../../api/use-session.tsx';
import { bound } from '../../form/bound.rules.ts';
import { refusalsOf } from '../../form/refusal.tsx';
import { ShortForm } from '../../form/short-form.tsx';
import { OneLetterSwitch } from '../../keyboard/one-letter-switch.tsx';
import { LanguageSwitch } from '../../language/language-switch.tsx';
import { Failed } from '../../feedback/index.ts';
import { Facts } from '../../page/index.ts';
import { SettingsPage } from '../settings-page.tsx';
import { useChangeAccount } from './account.queries.ts';
import { PasswordForm } from './password-form.tsx';

export default function AccountPage(): ReactNode {
  const { t } = useTranslation('settings');
  const { account } = useSession();
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <SettingsPage name="account">
      {account && (
        <Stack gap="xl" maw={480}>
          <Facts
            of={[
              [t('email'), account.email],
              [t('account.timeZone'), t('account.ofBrowser', { name: timeZone })],
            ]}
          />
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

function NameForm({ account }: { account: Account }): ReactNode {
  const { t } = useTranslation(['settings', 'form']);
  const [fields, setFields] = useState({ name: account.name });
  const change = useChangeAccount();
  const { text } = bound(fields, setFields, refusalsOf(change.error));
  const name = fields.name.trim();
  const onSuccess = (): void => void notifications.show({ message: t('form:saved') });
  return (
    <ShortForm
      submit={t('form:buttons.save')}
      isSending={change.isPending}
      error={change.error}
      isReady={name !== account.name}
      isChanged={name !== account.name}
      onSubmit={() => change.mutate({ name }, { onSuccess })}
    >
      <TextInput
        {...text('name')}
        label={t('members.columns.name')}
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
