// Asks for the voices of the workspace, and creates, changes and deletes them.
import type { Voice, VoiceDefinition } from '#client';
import { api } from '../../api/ask.client.ts';
import { useChange } from '../../api/change.queries.ts';
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
export const useSaveVoice = (voice?: Voice) =>
  useChange(
    ({ body, key }: { body: VoiceDefinition; key: string }) =>
      voice
        ? api.replaceVoice({ path: { id: voice.id }, body, headers: { 'If-Match': `"${voice.version}"` } })
        : api.createVoice({ body, headers: { 'Idempotency-Key': key } }),
    { again: ['voices'] },
  );

/** Deletes a voice. */
export const deleteVoice = ({ id }: Voice) => api.deleteVoice({ path: { id } });
