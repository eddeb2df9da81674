// Defines what a client may ask to follow an import.
import { z } from 'zod';
import { generationEnvironment } from '../generation-environment.ts';
import { generationRequest } from '../generations.ts';

/** What follows an import: a generation for each of its successes. */
export const importFollowUp = z
  .strictObject({
    applicationId: generationRequest.shape.applicationId,
    environment: generationEnvironment.optional(),
    inputs: generationRequest.shape.inputs.describe('Inputs of every generation, apart from `productId`.'),
  })
  .meta({ id: 'ImportFollowUp' });
export type ImportFollowUp = z.infer<typeof importFollowUp>;
