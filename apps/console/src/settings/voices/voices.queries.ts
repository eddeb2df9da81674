// Asks for the voices of the workspace, and creates, changes, tries and deletes them.
import { queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import type { Product, Voice, VoiceDefinition } from '#client';
import { api } from '../../api/ask.client.ts';
import { useChange } from '../../api/change.queries.ts';
import { hasCode } from '../../api/failures.rules.ts';
import { listQuery } from '../../api/list.queries.ts';
import { productsWithQuery } from '../../reference/records.queries.ts';
import { NO_VOICE } from '../../reference/reference.queries.ts';

/** A voice is tried on so many products. */
export const TRIED = 5;
/** The kind of content on which a voice is tried: the longest one, in which it is heard best. */
const TRIED_APPLICATION = 'product-description';

/** The voices, the newest first. */
export const voicesListQuery = listQuery(
  ['voices', 'list'],
  (page) => api.listVoices(page),
  ({ voices }) => voices,
);

/**
 * Creates a voice, or changes the one that is given if it still has its version. If not, VersionMismatch, and the next try
 * replaces the version that it has by then. The same key makes it once, however often it is sent.
 */
export function useSaveVoice(voice?: Voice) {
  const [version, setVersion] = useState(voice?.version);
  const replace = async (id: string, body: VoiceDefinition) => {
    try {
      return await api.replaceVoice({ path: { id }, body, headers: { 'If-Match': `"${version}"` } });
    } catch (error) {
      if (hasCode(error, 'VersionMismatch')) setVersion((await api.getVoice({ path: { id } })).data.version);
      throw error;
    }
  };
  return useChange(
    ({ body, key }: { body: VoiceDefinition; key: string }) =>
      voice ? replace(voice.id, body) : api.createVoice({ body, headers: { 'Idempotency-Key': key } }),
    { again: ['voices'] },
  );
}

/** Deletes a voice. */
export const deleteVoice = ({ id }: Voice) => api.deleteVoice({ path: { id } });

/** What a model is told, without the marks of its blocks, which are new in each prompt. */
interface Told {
  told: string;
  inputTokens: number;
}

/** What a model would be told about a product without a voice, and with it. */
export interface Trial {
  product: Product;
  before: Told;
  after: Told;
}

/** A voice on the newest products, one after the other: the API computes little at once for one workspace. */
export function voiceTrialQuery({ id, version }: Voice) {
  return queryOptions({
    queryKey: ['voices', 'trial', id, version],
    queryFn: async ({ client, signal }): Promise<Trial[]> => {
      const trials: Trial[] = [];
      for (const product of await client.fetchQuery(productsWithQuery('', TRIED))) {
        const before = await toldWith(NO_VOICE, product, signal);
        trials.push({ product, before, after: await toldWith(id, product, signal) });
      }
      return trials;
    },
  });
}

async function toldWith(voice: string, { id: productId }: Product, signal: AbortSignal): Promise<Told> {
  const body = { productId, environment: { voice } };
  const { data } = await api.previewGeneration({ path: { id: TRIED_APPLICATION }, body, signal });
  const turns = data.messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  return {
    told: turns.join('\n\n').replaceAll(/ mark="[^"]*"/g, ''),
    inputTokens: data.estimate.inputTokens,
  };
}
