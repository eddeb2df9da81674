// The version of prompts: any change of a rule, a policy, a language or a marketplace in what models are told makes a new one.
import { isBuiltIn, MARKETPLACE_CODES, type GenerationTask } from '#contracts';
import { PLACES } from '../locales/places.rules.ts';
import { POLICY_VERSION } from '../policies/policies.rules.ts';
import { hashOf } from '../words/hash.rules.ts';
import { STYLES, TONES } from './prompt-templates.rules.ts';
import { promptOf } from './prompt.rules.ts';

/** Stands for all applications of workspaces, whose own versions are recorded apart. */
const CUSTOM = 'custom';
/** By application, as far as one was asked for. */
const versions = new Map<string, string>();

/** The version of what models are told for the application of a task, the same for all its marketplaces and languages. */
export function promptVersionOf({ applicationId }: Pick<GenerationTask, 'applicationId'>): string {
  const id = isBuiltIn(applicationId) ? applicationId : CUSTOM;
  const known = versions.get(id) ?? hashOf(JSON.stringify(allToldFor(id)));
  versions.set(id, known);
  return known;
}

/** Every part of the prompts of an application that is ours. */
function allToldFor(applicationId: string): unknown {
  const application = { instructions: '', resultType: 'RESULTS' as const };
  const told = MARKETPLACE_CODES.flatMap((marketplace) =>
    PLACES[marketplace].tags.map((language) => {
      const task: GenerationTask = {
        applicationId,
        inputs: {},
        environment: { language, model: '', temperature: 0 },
        marketplace,
        ...(applicationId === CUSTOM && { application }),
      };
      return promptOf(task, '', { withClaims: true });
    }),
  );
  return [told, TONES, STYLES, POLICY_VERSION];
}
