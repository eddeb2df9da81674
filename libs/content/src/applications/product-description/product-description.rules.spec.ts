// Descriptions of the offline composer as a whole: parts that are publishable one by one may not be so together.
import type { GenerationTask } from '#contracts';
import { isHard } from '../../findings/violations.rules.ts';
import { contextOf } from '../../review/review.rules.ts';
import { checkText } from '../../review/text-check.rules.ts';
import { composerInputOf } from '../composing.rules.ts';
import { PHRASE_TEMPLATES } from '../phrase-templates.rules.ts';
import { productDescription } from './product-description.rules.ts';

function descriptionOf(inputs: GenerationTask['inputs']): string | undefined {
  const task: GenerationTask = {
    applicationId: 'product-description',
    inputs,
    environment: { language: 'en', model: 'test:x', temperature: 0 },
  };
  const context = contextOf({ task, application: productDescription, secrets: [], translates: false });
  const { language, limits } = context;
  const templates = PHRASE_TEMPLATES.get('en');
  if (!templates) throw new Error('There are no English templates.');
  const input = composerInputOf(task, language);
  const isPublishable = (text: string): boolean => !checkText(text, context).some(isHard);
  return productDescription.compose({ task, input, templates, language, limits, seed: '', isPublishable });
}

it('are not written where the parts heap up one word', () => {
  const heap = [
    'belt for men',
    'golf belt',
    'work belt',
    'belt and buckle',
    'wide belt',
    'thin belt',
    'brown belt',
  ];
  expect(descriptionOf({ title: 'Belt', features: heap })).toBeUndefined();
  expect(descriptionOf({ title: 'Belt', features: heap.slice(0, 3) })).toContain('Golf belt.');
});

it('are not written where there is too little to say', () => {
  expect(descriptionOf({ title: 'Oak bench', notes: 'Seats two.' })).toBeUndefined();
  expect(descriptionOf({ title: 'Oak bench', notes: 'It seats two people.' })).toBe(
    'Oak bench.\n\nIt seats two people.',
  );
});
