// Turns what was entered for a new generation into requests, and a former generation into entries.
import type { Generation, GenerationRequest } from '#client';
import { present } from '../../api/present.rules.ts';
import type { Field } from '../../form/fields.rules.ts';
import { inputsOf, type Entries } from '../../form/values.rules.ts';
import {
  environmentAgain,
  environmentsOf,
  settingsFrom,
  type WritingSettings,
} from '../../form/writing/writing-settings.rules.ts';

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
  const all = present({ productId: productId || undefined, ...inputsOf(fields, entries) });
  const inputs = Object.keys(all).length > 0 ? all : undefined;
  return environmentsOf(settings).map((environment) =>
    present({ applicationId, documentId: documentId || undefined, inputs, environment, manual: true }),
  );
}

/** What a form begins with that asks for the same again. */
export function settingsOf(former: Generation): Settings {
  const { applicationId, productId, documentId } = former;
  const environment = environmentAgain(former);
  return present({ ...settingsFrom({ applicationId, environment }), productId, documentId });
}
