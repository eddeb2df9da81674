// What the page of the account asks of the API.
import { useMutation } from '@tanstack/react-query';
import type { AccountChange, PasswordChange } from '#client';
import { api } from '../../api/ask.client.ts';
import { keep } from '../../api/session.state.ts';

/** Changes the account, and what the console knows of it. */
export function useChangeAccount() {
  return useMutation({
    mutationFn: async (body: AccountChange) => (await api.updateAccount({ body })).data,
    onSuccess: keep,
  });
}

/** Sets a new password; all other sessions end. Neither password is kept. */
export function useChangePassword() {
  return useMutation({
    gcTime: 0,
    mutationFn: (body: PasswordChange) => api.changePassword({ body }),
  });
}
