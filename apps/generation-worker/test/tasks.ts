// Tasks for the tests, all about one product.
import type { GenerationEnvironment, GenerationTask, Product } from '#contracts';

/** A bench with enough source data for every application. */
export const BENCH: Product = {
  id: '0193a0b0-0000-7000-8000-000000000001',
  genre: 'Custom',
  title: 'Oakline Garden Bench with Backrest, Solid Oak, 120 cm',
  brand: 'Oakline',
  description:
    'A garden bench for two people. The seat is 45 cm high. The oak is oiled twice before it leaves the workshop.',
  specification: 'Material: Solid oak\nColor: Natural\nSeat height: 45 cm',
  feature: 'Seats two people on a bench 120 cm wide',
  mainImage: '',
  link: '',
  createdAt: 0,
  updatedAt: 0,
};

/** A task about the bench. */
export function taskFor(
  applicationId: GenerationTask['applicationId'],
  environment: GenerationEnvironment = {},
  inputs: GenerationTask['inputs'] = {},
): GenerationTask {
  return {
    applicationId,
    inputs,
    environment: { language: 'en', model: 'test:says', temperature: 0.4, ...environment },
    product: BENCH,
  };
}
