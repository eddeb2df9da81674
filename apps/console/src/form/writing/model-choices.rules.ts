// How models are offered: simulated ones stand apart. Pure.
import type { Model } from '#client';

/** A model, or several under a head. */
type ModelChoice = string | { group: string; items: string[] };

/** Simulated models come last, under `head`; where all models are of one kind, there is none. */
export function modelChoices(models: readonly Pick<Model, 'id' | 'kind'>[], head: string): ModelChoice[] {
  const idsOf = (isSimulated: boolean): string[] =>
    models.filter(({ kind }) => (kind === 'simulated') === isSimulated).map(({ id }) => id);
  const others = idsOf(false);
  const simulated = idsOf(true);
  if (others.length === 0 || simulated.length === 0) return [...others, ...simulated];
  return [...others, { group: head, items: simulated }];
}
