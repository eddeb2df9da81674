// Turns what was entered for a new generation into requests, and a former generation into entries.
import type { Generation, GenerationEnvironment, GenerationRequest } from '#client';
import type { Field } from '../../form/fields.rules.ts';
import { entriesOf, inputsOf, type Entries } from '../../form/values.rules.ts';

/** Most models that write at once. */
export const MOST_MODELS = 3;

/** What was entered apart from the inputs of the application. */
export interface Settings {
  applicationId: string;
  productId?: string;
  documentId?: string;
  /** None means the default model. */
  models: string[];
  environment: Omit<GenerationEnvironment, 'model'>;
}

/** One request for each model. A person waits for all of them; what was left alone is not sent. */
export function requestsOf(
  settings: Settings,
  fields: readonly Field[],
  entries: Entries,
): GenerationRequest[] {
  const { applicationId, productId, documentId, models } = settings;
  const inputs = { ...(productId && { productId }), ...inputsOf(fields, entries) };
  const filled = Object.entries(settings.environment).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  const environment = Object.fromEntries(filled);
  return (models.length > 0 ? models : [undefined]).map((model) => ({
    applicationId,
    ...(documentId && { documentId }),
    ...(Object.keys(inputs).length > 0 && { inputs }),
    ...((model !== undefined || filled.length > 0) && {
      environment: { ...environment, ...(model && { model }) },
    }),
    manual: true,
  }));
}

/** What a form begins with that asks for the same again. */
export function settingsOf({ applicationId, productId, documentId, environment }: Generation): Settings {
  const { model, ...others } = environment;
  return {
    applicationId,
    ...(productId && { productId }),
    ...(documentId && { documentId }),
    models: model ? [model] : [],
    environment: others,
  };
}

/** The entries of a form that asks for the same again. */
export function formerEntries({ inputs }: Generation, fields: readonly Field[]): Entries {
  return entriesOf(fields, inputs);
}
