// The settings of a form that has texts written, and the requests they make.
import type { GenerationEnvironment, GenerationSummary } from '#client';
import { present } from '../../api/present.rules.ts';

/** What to write, and how; inputs are entered beside it. */
export interface WritingSettings {
  applicationId: string;
  /** None means the default model. */
  models: readonly string[];
  environment: Omit<GenerationEnvironment, 'model'>;
}

/** The environment of a request to each model: what was left alone is not in it, and without anything there is none. */
export function environmentsOf({
  models,
  environment,
}: Pick<WritingSettings, 'models' | 'environment'>): (GenerationEnvironment | undefined)[] {
  const filled = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '');
  const shared: GenerationEnvironment = Object.fromEntries(filled);
  if (models.length > 0) return models.map((model) => ({ ...shared, model }));
  return [filled.length > 0 ? shared : undefined];
}

/** The environment that asks for the same again as a text had. */
export function environmentAgain(
  former: Pick<GenerationSummary, 'environment' | 'marketplace' | 'voiceId' | 'learnedFrom'>,
): GenerationEnvironment {
  const { environment, marketplace, voiceId = 'none', learnedFrom } = former;
  const learn = learnedFrom === undefined ? false : undefined;
  return present({ ...environment, marketplace, voice: voiceId, learn });
}

/** The settings of a form that begins with those of an earlier text. */
export function settingsFrom({
  applicationId,
  environment,
}: {
  applicationId: string;
  environment: GenerationEnvironment;
}): WritingSettings {
  const { model, ...others } = environment;
  return { applicationId, models: model ? [model] : [], environment: others };
}
