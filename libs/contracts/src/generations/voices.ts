// Defines voices: how the texts of a workspace sound, as rules, terms and examples.
import { z } from 'zod';
import { ifVersion } from '../catalogue/product-writes.ts';
import { request } from '../define.ts';
import { pageInput, pageOutput, pageQuery } from '../paging.ts';
import { actor, idempotencyKey, timestamp, uuid } from '../values.ts';

/** What a request names in place of a voice to have none. */
export const NO_VOICE = 'none';

/** Most voices of a workspace. */
export const MAX_VOICES = 50;
/** Most bytes of JSON of a voice, because it goes to a model with each generation. */
export const MAX_VOICE_BYTES = 16 * 1024;
/** Most bytes of JSON of all voices of a workspace. */
export const MAX_VOICES_BYTES = 256 * 1024;

const sentence = (most: number) => z.string().regex(/\S/, 'Say something.').max(most);
const words = z
  .string()
  .regex(/[\p{L}\p{N}]/u, 'A term has a letter or a digit.')
  .max(100);

/** A term of a voice. */
const voiceTerm = z
  .strictObject({
    use: words.describe('What texts say.'),
    avoid: z.array(words).min(1).max(10).describe('What they do not say for it, inflected or not.'),
  })
  .meta({ id: 'VoiceTerm' });

const text = {
  rules: z.array(sentence(500)).max(20).describe('Sentences that say how to write.'),
  terms: z.array(voiceTerm).max(50).describe('A text with an avoided term gets a warning.'),
  examples: z
    .array(sentence(1000))
    .max(10)
    .describe('Sentences to imitate in words and rhythm. What they say is never a fact about a product.'),
};

const named = {
  name: z.string().regex(/\S/, 'A voice needs a name.').max(100),
  description: z.string().max(1000).optional(),
};

/** Body of a voice: all of it, when it is created and when it is changed. */
export const voiceDefinition = z
  .strictObject({
    ...named,
    rules: text.rules.default([]),
    terms: text.terms.default([]),
    examples: text.examples.default([]),
    isDefault: z
      .boolean()
      .default(false)
      .describe(
        'True for the voice of generations that name none. At most one; it takes the place of the former one.',
      ),
  })
  .refine(
    (voice) => new TextEncoder().encode(JSON.stringify(voice)).length <= MAX_VOICE_BYTES,
    `Send at most ${MAX_VOICE_BYTES} bytes of JSON.`,
  )
  .meta({
    id: 'VoiceDefinition',
    example: {
      name: 'Fenwick',
      rules: ['Write short sentences.', 'Speak to the reader as “you”.'],
      terms: [{ use: 'sofa', avoid: ['couch', 'settee'] }],
      examples: ['Made to be sat on, not looked at.'],
      isDefault: true,
    },
  });
export type VoiceDefinition = z.infer<typeof voiceDefinition>;

/** A voice. */
export const voice = z
  .object({
    id: uuid,
    ...named,
    ...text,
    isDefault: z.boolean().describe('True for the voice of generations that name none.'),
    version: z.int().describe('1 at first; counts the changes.'),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Voice' });
export type Voice = z.infer<typeof voice>;

/** A voice as a text is written and checked by it. */
export const usedVoice = z.object(text);
export type UsedVoice = z.infer<typeof usedVoice>;

/** Query of the list of voices. */
export const voiceListQuery = z.strictObject(pageQuery('Voices'));
export type VoiceListQuery = z.infer<typeof voiceListQuery>;

/** One page of voices, newest first. */
export const voiceList = z.object({ voices: z.array(voice), ...pageOutput }).meta({ id: 'VoiceList' });
export type VoiceList = z.infer<typeof voiceList>;

export const listVoices = request({
  operation: {
    id: 'ListVoices',
    summary: 'List voices',
    description: 'The voices of the workspace, newest first.',
  },
  subject: 'generations.person.voices.list',
  since: '1.1.0',
  input: z.object({ actor, ...pageInput }),
  output: voiceList,
  errors: ['InvalidNextToken'],
  idempotent: true,
  passthrough: true,
});

export const getVoice = request({
  operation: {
    id: 'GetVoice',
    summary: 'Get a voice',
    description: 'One voice of the workspace.',
    answer: 'The voice.',
  },
  subject: 'generations.person.voices.get',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: voice,
  errors: ['NotFound'],
  idempotent: true,
});

export const createVoice = request({
  operation: {
    id: 'CreateVoice',
    summary: 'Create a voice',
    description:
      'Adds a voice, which generations name as `environment.voice`. It says how texts sound, and is no evidence: facts, claims and the rules of marketplaces win.',
    answer: 'The voice.',
  },
  subject: 'generations.person.voices.create',
  since: '1.1.0',
  input: z.object({ actor, body: voiceDefinition, idempotencyKey: idempotencyKey.optional() }),
  output: z.object({ voice, replayed: z.boolean() }),
  errors: ['QuotaExceeded', 'IdempotencyKeyReused', 'IdempotencyInProgress'],
});

/** A body that changes nothing leaves the version. */
export const replaceVoice = request({
  operation: {
    id: 'ReplaceVoice',
    summary: 'Change a voice',
    description:
      'Replaces all of a voice. Generations and batches that were accepted before keep the former one.',
    answer: 'The voice after the change.',
  },
  subject: 'generations.person.voices.replace',
  since: '1.1.0',
  input: z.object({ actor, id: z.string(), ifVersion, body: voiceDefinition }),
  output: voice,
  errors: ['NotFound', 'VersionMismatch', 'QuotaExceeded'],
});

export const deleteVoice = request({
  operation: {
    id: 'DeleteVoice',
    summary: 'Delete a voice',
    description:
      'Deletes a voice. Generations that used it keep its id, name and version; those that were accepted before are written with it.',
    answer: 'It is deleted.',
  },
  subject: 'generations.person.voices.delete',
  since: '1.1.0',
  input: z.object({ actor, id: z.string(), ifVersion }),
  output: z.object({}),
  errors: ['NotFound', 'VersionMismatch'],
});
