// Descriptions of the offline composer as a whole: parts that are publishable one by one may not be so together.
import type { GenerationTask } from '#contracts';
import { composed, taskOf } from '../../test/compositions.ts';

const descriptionOf = (inputs: GenerationTask['inputs']) => composed(taskOf('product-description', inputs));

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
    'Oak bench. It seats two people.',
  );
});

it('tell details that the prose has not told', () => {
  const facts = { title: 'Oak bench', brand: 'Oakline', notes: 'The bench weighs 18 kg and is made of oak.' };
  expect(descriptionOf({ ...facts, material: 'Oak', color: 'Blue', weight: '18 kg', width: '120 cm' })).toBe(
    'Oak bench from Oakline. The bench weighs 18 kg and is made of oak.\n\nThe color is blue. Width: 120 cm.',
  );
});
