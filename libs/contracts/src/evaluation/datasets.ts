// Defines datasets: products as they were at one moment, with the texts that people had accepted, to write for again and again.
import { z } from 'zod';
import { product } from '../catalogue/products.ts';
import { request } from '../define.ts';
import { batchProducts } from '../generations/batches.ts';
import { generationRequest } from '../generations.ts';
import { pageInput, pageOutput, pageQuery } from '../paging.ts';
import { actor, idempotencyKey, timestamp, uuid } from '../values.ts';

/** Most cases of a dataset. */
export const MAX_CASES = 1000;

/** Body of a dataset. */
export const datasetCreation = z
  .strictObject({
    name: z.string().trim().min(1).max(200),
    products: batchProducts.describe(
      `The products of its cases, at most ${MAX_CASES}; with a filter, \`first\` says how many of them.`,
    ),
    inputs: generationRequest.shape.inputs.describe(
      'Inputs of every generation that is written for it, apart from `productId`.',
    ),
    references: z
      .literal('accepted')
      .optional()
      .describe('Keeps, beside each product, the texts about it that people have accepted.'),
  })
  .meta({
    id: 'DatasetCreation',
    example: {
      name: 'Desks, spring',
      products: { filter: { brand: 'Fenwick' }, first: 50 },
      references: 'accepted',
    },
  });
export type DatasetCreation = z.infer<typeof datasetCreation>;

/** A dataset. It never changes. */
export const dataset = z
  .object({
    id: uuid,
    name: z.string(),
    cases: z.int().min(1).describe('Number of its cases.'),
    withReferences: z.int().min(0).describe('Cases with an accepted text.'),
    bytes: z.int().describe('Room that its cases take.'),
    inputs: generationRequest.shape.inputs,
    createdAt: timestamp,
  })
  .meta({ id: 'Dataset' });
export type Dataset = z.infer<typeof dataset>;

/** A case of a dataset. */
export const datasetCase = z
  .object({
    productId: uuid.describe('The product may have changed or be gone since.'),
    product: product.describe('The product as it was when the dataset was made.'),
    references: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        'Accepted texts by the id of their application, as they stood in the product or document then.',
      ),
  })
  .meta({ id: 'DatasetCase' });
export type DatasetCase = z.infer<typeof datasetCase>;

/** InvalidArgument: no product, or too many. QuotaExceeded: the workspace, or its holder, has as many cases as it may have. */
export const createDataset = request({
  operation: {
    id: 'CreateDataset',
    summary: 'Create a dataset',
    description:
      'Keeps up to 1,000 products as they are now. What is written for the dataset later uses these facts, whatever has become of the products, so that texts of different models, instructions or times can be compared.',
    answer: 'The dataset.',
  },
  subject: 'generations.person.datasets.create',
  since: '1.1.0',
  input: z.object({ actor, body: datasetCreation, idempotencyKey: idempotencyKey.optional() }),
  output: z.object({ dataset, replayed: z.boolean() }),
  errors: [
    'UnknownReference',
    'QuotaExceeded',
    'TooManyRequests',
    'IdempotencyKeyReused',
    'IdempotencyInProgress',
  ],
  timeoutMs: 20_000,
});

/** Query of the list of datasets. */
export const datasetListQuery = z.strictObject(pageQuery('Datasets'));
export type DatasetListQuery = z.infer<typeof datasetListQuery>;

/** One page of datasets, newest first. */
export const datasetList = z
  .object({ datasets: z.array(dataset), ...pageOutput })
  .meta({ id: 'DatasetList' });

export const listDatasets = request({
  operation: {
    id: 'ListDatasets',
    summary: 'List datasets',
    description: 'The datasets of the workspace, newest first.',
  },
  subject: 'generations.person.datasets.list',
  since: '1.1.0',
  input: z.object({ actor, ...pageInput }),
  output: datasetList,
  errors: ['InvalidNextToken'],
  idempotent: true,
  passthrough: true,
});

export const getDataset = request({
  operation: {
    id: 'GetDataset',
    summary: 'Get a dataset',
    description: 'The dataset, without its cases.',
    answer: 'The dataset.',
  },
  subject: 'generations.person.datasets.get',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: dataset,
  errors: ['NotFound'],
  idempotent: true,
});

/** Query of the list of the cases of a dataset. */
export const caseListQuery = z.strictObject(pageQuery('Cases'));
export type CaseListQuery = z.infer<typeof caseListQuery>;

/** One page of cases. */
export const caseList = z.object({ cases: z.array(datasetCase), ...pageOutput }).meta({ id: 'CaseList' });

export const listCases = request({
  operation: {
    id: 'ListDatasetCases',
    summary: 'List the cases of a dataset',
    description: 'The cases of a dataset, those of the newest products first.',
  },
  subject: 'generations.person.datasets.cases',
  since: '1.1.0',
  input: z.object({ actor, id: z.string(), ...pageInput }),
  output: caseList,
  errors: ['NotFound', 'InvalidNextToken'],
  idempotent: true,
  passthrough: true,
});

export const deleteDataset = request({
  operation: {
    id: 'DeleteDataset',
    summary: 'Delete a dataset',
    description:
      'Deletes a dataset with its cases, unless an experiment is running on it. Results of experiments stay.',
    answer: 'It is deleted.',
  },
  subject: 'generations.person.datasets.delete',
  since: '1.1.0',
  input: z.object({ actor, id: z.string() }),
  output: z.object({}),
  errors: ['NotFound', 'InvalidState'],
});
