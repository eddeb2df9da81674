// Sets a new password, which signs out everywhere but here.
import { Checkbox, PasswordInput, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bound } from '../../form/bound.rules.ts';
import { refusalsOf } from '../../form/refusal.tsx';
import { ShortForm } from '../../form/short-form.tsx';
import { useChangePassword } from './account.queries.ts';

const EMPTY = { currentPassword: '', newPassword: '', keepKeys: false };

/** `email` is for the browser, which keeps passwords by it. */
export function PasswordForm({ email }: { email: string }): ReactNode {
  const { t } = useTranslation('settings');
  const [fields, setFields] = useState(EMPTY);
  const first = useRef<HTMLInputElement>(null);
  const change = useChangePassword();
  const { text, check } = bound(fields, setFields, refusalsOf(change.error));
  const submit = (): void =>
    change.mutate(fields, {
      onSuccess: () => {
        setFields(EMPTY);
        notifications.show({ message: t('password.changed') });
      },
      onError: () => first.current?.focus(),
    });
  return (
    <ShortForm
      submit={t('password.change')}
      isSending={change.isPending}
      error={change.error}
      isChanged={fields.newPassword !== ''} // the present one may have been filled in by the browser
      onSubmit={submit}
    >
      <Text>{t('password.about')}</Text>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        {...text('currentPassword')}
        ref={first}
        label={t('password.current')}
        autoComplete="current-password"
        required
      />
      <PasswordInput
        {...text('newPassword')}
        label={t('password.new')}
        description={t('password.newHint')}
        autoComplete="new-password"
        minLength={12}
        maxLength={128}
        required
      />
      <Checkbox
        {...check('keepKeys')}
        label={t('password.keepKeys')}
        description={t('password.keepKeysHint')}
      />
    </ShortForm>
  );
}
