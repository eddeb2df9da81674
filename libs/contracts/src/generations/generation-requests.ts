// Defines the requests that make, read, cancel, repeat and delete generations.
import { z } from 'zod';
import { request } from '../define.ts';
import { generation, generationRequest } from '../generations.ts';
import { actor, idempotencyKey } from '../values.ts';
import { generationEnvironment } from '../generation-environment.ts';

/** NotFound: the generation of a repeated Idempotency-Key was deleted meanwhile. */
const creationErrors = [
  'UnknownReference',
  'NotFound',
  'QuotaExceeded',
  'IdempotencyKeyReused',
  'IdempotencyInProgress',
] as const;

export const createGeneration = request({
  operation: {
    id: 'CreateGeneration',
    summary: 'Create a generation',
    description:
      'Accepts a generation; it starts as RUNNING and ends as SUCCESS or FAILED before `deadlineAt`. Read it at `Location`, or send `Prefer: wait=N` to get it finished if it ends in time.',
    answer: 'Accepted; or finished, if the client waited for that.',
  },
  subject: 'generations.person.generations.create',
  input: z.object({ actor, body: generationRequest, idempotencyKey: idempotencyKey.optional() }),
  output: z.object({ generation, replayed: z.boolean() }),
  errors: creationErrors,
  since: '1.1.0',
});

export const getGeneration = request({
  operation: {
    id: 'GetGeneration',
    summary: 'Get a generation',
    description: 'The generation as it stands now. SUCCESS and FAILED are final.',
    answer: 'The generation.',
  },
  subject: 'generations.person.generations.get',
  input: z.object({ actor, id: z.string() }),
  output: generation,
  errors: ['NotFound'],
  idempotent: true,
  since: '1.1.0',
});

export const cancelGeneration = request({
  operation: {
    id: 'CancelGeneration',
    summary: 'Cancel a generation',
    description:
      'Ends a RUNNING generation as FAILED with `Cancelled`, and stops its model call. A generation that has ended is left as it is. What was used until then is counted.',
    answer: 'The generation as it stands now.',
  },
  subject: 'generations.person.generations.cancel',
  input: z.object({ actor, id: z.string() }),
  output: generation,
  errors: ['NotFound'],
  idempotent: true,
  since: '1.1.0',
});

/** Body of a retry: what differs from the generation that is repeated. */
export const retryRequest = z
  .strictObject({
    environment: generationEnvironment.optional().describe('Settings that replace the former ones.'),
    inputs: generationRequest.shape.inputs.describe('Inputs that replace the former ones of the same name.'),
    latestVersion: z
      .boolean()
      .optional()
      .describe(
        'True: use the latest version of the application. Default: the version that the former generation used.',
      ),
  })
  .meta({ id: 'RetryRequest', example: { environment: { tone: 'formal' } } });
export type RetryRequest = z.infer<typeof retryRequest>;

export const retryGeneration = request({
  operation: {
    id: 'RetryGeneration',
    summary: 'Repeat a generation',
    description:
      'Accepts a new generation with the inputs and the environment of an ended one; what the body has replaces what has the same name. The product and the document are read again.',
    answer: 'Accepted.',
  },
  subject: 'generations.person.generations.retry',
  input: z.object({
    actor,
    id: z.string(),
    body: retryRequest,
    idempotencyKey: idempotencyKey.optional(),
  }),
  output: createGeneration.output,
  errors: [...creationErrors, 'InvalidState'],
  since: '1.1.0',
});

export const deleteGeneration = request({
  operation: {
    id: 'DeleteGeneration',
    summary: 'Delete a generation',
    description: 'Deletes a generation that has ended. What it used still counts in statistics and budgets.',
    answer: 'Deleted.',
  },
  subject: 'generations.person.generations.delete',
  input: z.object({ actor, id: z.string() }),
  output: z.object({}),
  errors: ['NotFound', 'InvalidState'],
  since: '1.1.0',
});
