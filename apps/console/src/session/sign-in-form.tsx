// The form that begins a session: on its own page, and over a page whose session has ended.
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#client';
import { signIn } from '../api/session.state.ts';
import { Failed } from '../feedback/index.ts';

/** Asks for e-mail and password, and calls `onDone` when they are accepted. */
export function SignInForm({ email = '', onDone }: { email?: string; onDone: () => void }) {
  const { t } = useTranslation('session');
  const password = useRef<HTMLInputElement>(null);
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: onDone,
    onError: () => password.current?.focus(),
  });
  const seconds = useCountdown(attempt.error);

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    attempt.mutate({ email: form.get('email') as string, password: form.get('password') as string });
  };

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Refusal error={attempt.error} />
        <TextInput
          name="email"
          type="email"
          label={t('email')}
          autoComplete="username"
          defaultValue={email}
          autoFocus={email === ''}
          required
        />
        <PasswordInput
          name="password"
          label={t('password')}
          autoComplete="current-password"
          ref={password}
          autoFocus={email !== ''}
          data-autofocus={email !== '' || undefined}
          required
        />
        <Button type="submit" loading={attempt.isPending} disabled={seconds > 0}>
          {t('submit')}
        </Button>
        {seconds > 0 && <div>{t('countdown', { count: seconds })}</div>}
      </Stack>
    </form>
  );
}

/** Why a sign-in failed: one sentence for a person's own mistake, all details for anything else. */
function Refusal({ error }: { error: Error | null }) {
  if (!error) return null;
  if (error instanceof ApiError && error.status < 500) return <Alert role="alert">{error.message}</Alert>;
  return <Failed error={error} />;
}

/** The seconds that the API still asks to wait. */
function useCountdown(error: Error | null): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const end = Date.now() + (error instanceof ApiError ? (error.retryAfter ?? 0) : 0) * 1000;
    const update = (): void => setSeconds(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    update();
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [error]);
  return seconds;
}
