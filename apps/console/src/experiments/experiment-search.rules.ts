// What the address of a new experiment says. Pure.
import { present } from '../api/present.rules.ts';

/** What the form begins with. */
export interface NewExperimentSearch {
  dataset?: string;
  application?: string;
  /** What is tried: a model, or a voice. */
  model?: string;
  voice?: string;
  /** What the arm is called that tries it. */
  name?: string;
}

export function newExperimentSearchOf(given: Readonly<Record<string, unknown>>): NewExperimentSearch {
  const text = (name: keyof NewExperimentSearch): string | undefined => {
    const value = given[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return present({
    dataset: text('dataset'),
    application: text('application'),
    model: text('model'),
    voice: text('voice'),
    name: text('name'),
  });
}
