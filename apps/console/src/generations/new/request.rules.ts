// Turns what was entered for a new generation into requests, and a former generation into entries.
import type { Generation, GenerationRequest } from '#client';
import type { Field } from '../../form/fields.rules.ts';
import { inputsOf, type Entries } from '../../form/values.rules.ts';
import { environmentsOf, settingsFrom, type WritingSettings } from '../../form/writing/settings.rules.ts';

/** Most models that write at once. */
export const MOST_MODELS = 3;

/** What was entered apart from the inputs of the application. */
export interface Settings extends WritingSettings {
  productId?: string;
  documentId?: string;
}

/** One request for each model. A person waits for all of them; what was left alone is not sent. */
export function requestsOf(
  settings: Settings,
  fields: readonly Field[],
  entries: Entries,
): GenerationRequest[] {
  const { applicationId, productId, documentId } = settings;
  const inputs = { ...(productId && { productId }), ...inputsOf(fields, entries) };
  return environmentsOf(settings).map((environment) => ({
    applicationId,
    ...(documentId && { documentId }),
    ...(Object.keys(inputs).length > 0 && { inputs }),
    ...(environment && { environment }),
    manual: true,
  }));
}

/** What a form begins with that asks for the same again. */
export function settingsOf(former: Generation): Settings {
  const { productId, documentId } = former;
  return {
    ...settingsFrom(former),
    ...(productId && { productId }),
    ...(documentId && { documentId }),
  };
}
