// Asks for the voices of the workspace, and creates, changes and deletes them.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Voice, VoiceDefinition } from '#client';
import { api } from '../../api/ask.client.ts';
import { listQuery } from '../../api/list.queries.ts';

/** The voices, the newest first. */
export const voicesListQuery = listQuery(
  ['voices', 'list'],
  (page) => api.listVoices(page),
  ({ voices }) => voices,
);

/**
 * Creates a voice, or changes the one that is given if it still has its version. The same key makes it once, however often it
 * is sent.
 */
export function useSaveVoice(voice: Voice | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ body, key }: { body: VoiceDefinition; key: string }): Promise<void> => {
      if (voice)
        await api.replaceVoice({
          path: { id: voice.id },
          body,
          headers: { 'If-Match': `"${voice.version}"` },
        });
      else await api.createVoice({ body, headers: { 'Idempotency-Key': key } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['voices'] }),
  });
}

/** Deletes a voice. */
export function useDeleteVoice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: Voice): Promise<void> => void (await api.deleteVoice({ path: { id } })),
    onSettled: () => client.invalidateQueries({ queryKey: ['voices'] }),
  });
}
