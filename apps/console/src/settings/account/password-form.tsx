// Sets a new password, which signs out everywhere but here.
import { Button, Checkbox, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Refusal, refusalsOf } from '../../form/refusal.tsx';
import { useChangePassword } from './account.queries.ts';

const EMPTY = { currentPassword: '', newPassword: '', keepKeys: false };

/** `email` is for the browser, which keeps passwords by it. */
export function PasswordForm({ email }: { email: string }): ReactNode {
  const { t } = useTranslation('settings');
  const [fields, setFields] = useState(EMPTY);
  const form = useRef<HTMLFormElement>(null);
  const change = useChangePassword();
  const messages = refusalsOf(change.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate(fields, {
      onSuccess: () => {
        setFields(EMPTY);
        notifications.show({ message: t('password.changed') });
      },
      onError: () => form.current?.querySelector<HTMLInputElement>('input[type=password]')?.focus(),
    });
  };
  return (
    <form ref={form} onSubmit={submit}>
      <Stack gap="md">
        <Text>{t('password.about')}</Text>
        <Refusal error={change.error} count={Object.keys(messages).length} />
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          label={t('password.current')}
          value={fields.currentPassword}
          onChange={({ currentTarget: { value } }) => setFields({ ...fields, currentPassword: value })}
          error={messages.currentPassword}
          autoComplete="current-password"
          required
        />
        <PasswordInput
          label={t('password.new')}
          description={t('password.newHint')}
          value={fields.newPassword}
          onChange={({ currentTarget: { value } }) => setFields({ ...fields, newPassword: value })}
          error={messages.newPassword}
          autoComplete="new-password"
          minLength={12}
          maxLength={128}
          required
        />
        <Checkbox
          label={t('password.keepKeys')}
          description={t('password.keepKeysHint')}
          checked={fields.keepKeys}
          onChange={({ currentTarget: { checked } }) => setFields({ ...fields, keepKeys: checked })}
        />
        <Group>
          <Button type="submit" loading={change.isPending}>
            {t('password.change')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
