// What the specs of the offline composers compose from: a task as the composer of the worker reads it.
import { type GenerationTask } from '#contracts';
import { applicationOf } from '../src/applications/index.ts';
import type { Content } from '../src/applications/port.ts';
import { PHRASES } from '../src/composing/phrases/all-phrases.rules.ts';
import { composerInputOf } from '../src/composing/source.rules.ts';
import { compositionOf } from '../src/review/composition.rules.ts';
import { contextOf } from '../src/review/review.rules.ts';

/** What an application composes of a task; undefined when the facts do not suffice. */
export function composed(task: GenerationTask, seed = 'seed'): Content | undefined {
  const application = applicationOf(task);
  const context = contextOf({ task, application, secrets: [] });
  const { language } = context;
  const phrases = PHRASES.get(language.code);
  if (!phrases) throw new Error(`There are no phrases in ${language.name}.`);
  const input = composerInputOf(task, language, phrases);
  return application.compose(compositionOf(context, { input, phrases, seed }));
}

/** A task without a product: its inputs are the facts. */
export function taskOf(
  applicationId: GenerationTask['applicationId'],
  inputs: GenerationTask['inputs'],
  language = 'en',
): GenerationTask {
  return { applicationId, inputs, environment: { language, model: 'test:x', temperature: 0 } };
}
