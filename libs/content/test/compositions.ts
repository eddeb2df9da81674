// What the specs of the offline composers compose from: a task as the composer of the worker reads it.
import { type GenerationTask } from '#contracts';
import { applicationOf } from '../src/applications/index.ts';
import type { Content } from '../src/applications/port.ts';
import { phrasesOf } from '../src/composing/phrases/all-phrases.rules.ts';
import { composerInputOf } from '../src/composing/source.rules.ts';
import { compositionOf } from '../src/review/composition.rules.ts';
import { contextOf } from '../src/review/review.rules.ts';

/** What an application composes of a task; undefined when the facts do not suffice. */
export function composed(task: GenerationTask, seed = 'seed'): Content | undefined {
  const application = applicationOf(task);
  const context = contextOf({ task, application, secrets: [] });
  const { language } = context;
  const phrases = phrasesOf(language);
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

/** A task on a product of a marketplace, of which only what is given is known. */
export function productTask(
  applicationId: GenerationTask['applicationId'],
  product: Readonly<Record<string, unknown>>,
  { language = 'en', marketplace = 'US' } = {},
): GenerationTask {
  const bare = { brand: '', description: '', specification: '', feature: '', features: [], tags: [] };
  const id = '0193a0b0-0000-7000-8000-000000000001';
  const whole = { ...bare, id, genre: 'Retailer', marketplace, asin: 'B000000001', mainImage: '', link: '' };
  return {
    ...taskOf(applicationId, {}, language),
    product: { ...whole, createdAt: 0, updatedAt: 0, ...product } as unknown as NonNullable<
      GenerationTask['product']
    >,
  };
}
