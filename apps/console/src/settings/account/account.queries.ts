// What the page of the account asks of the API.
import { useMutation, useQueryClient } from '@tanstack/react-query';
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

/** Sets a new password, and goes on in the session that begins with it. Neither password is kept. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: async (change: Omit<PasswordChange, 'refresh'>): Promise<void> => {
      await api.setPassword({ ...change, refresh: 'cookie' });
    },
    // Sessions and keys have ended.
    onSuccess: () => client.invalidateQueries({ queryKey: ['settings'] }),
  });
}
