// Voices as the API has them, what a write makes of one, and how much a workspace may have of them. Pure.
import {
  AppError,
  MAX_VOICES,
  MAX_VOICES_BYTES,
  toUnixSeconds,
  type UsedVoice,
  type Voice,
  type VoiceDefinition,
} from '#contracts';
import type { VoiceEntity } from './voices.entity.ts';

/** A row, apart from whose it is. */
export type VoiceRow = Omit<VoiceEntity, 'workspaceId'>;

/** The voice of a generation, as it was when that was accepted. */
export interface ChosenVoice extends Pick<VoiceRow, 'id' | 'version'>, UsedVoice {
  name: string;
}

/** The voice as the API has it. */
export function toVoice({ id, definition, isDefault, version, createdAt, updatedAt }: VoiceRow): Voice {
  const times = { createdAt: toUnixSeconds(createdAt), updatedAt: toUnixSeconds(updatedAt) };
  return { id, ...definition, isDefault, version, ...times };
}

/** What a generation takes of a voice. */
export function chosenVoice({ id, version, definition }: VoiceRow): ChosenVoice {
  const { name, rules, terms, examples } = definition;
  return { id, version, name, rules, terms, examples };
}

/** A new voice. */
export function newVoice(
  { isDefault, ...definition }: VoiceDefinition,
  id: string,
  createdAt: Date,
): VoiceRow {
  return { id, definition, isDefault, version: 1, createdAt, updatedAt: createdAt };
}

/** A voice after a change; the same row when it changes nothing. */
export function changedVoice(row: VoiceRow, { isDefault, ...definition }: VoiceDefinition): VoiceRow {
  const isSame = isDefault === row.isDefault && JSON.stringify(definition) === JSON.stringify(row.definition);
  return isSame ? row : { ...row, definition, isDefault, version: row.version + 1, updatedAt: new Date() };
}

/** The voices that are not the default one any more, once `voice` is. */
export function formerDefaults(all: readonly VoiceRow[], voice: VoiceRow): VoiceRow[] {
  if (!voice.isDefault) return [];
  return all
    .filter(({ id, isDefault }) => isDefault && id !== voice.id)
    .map((row) => ({ ...row, isDefault: false, version: row.version + 1, updatedAt: voice.updatedAt }));
}

/** Refuses more voices than a workspace may have. Errors: QuotaExceeded. */
export function checkSize(rows: readonly VoiceRow[]): void {
  if (rows.length > MAX_VOICES) throw tooMany(`A workspace has at most ${MAX_VOICES} voices.`);
  const bytes = rows.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row.definition)), 0);
  if (bytes > MAX_VOICES_BYTES)
    throw tooMany(`The voices of a workspace have at most ${MAX_VOICES_BYTES} bytes of JSON together.`);
}

function tooMany(rule: string): AppError {
  return new AppError('QuotaExceeded', {
    target: 'voices',
    message: `${rule} Delete what is not needed.`,
  });
}
