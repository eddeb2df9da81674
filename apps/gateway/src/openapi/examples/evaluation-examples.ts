// The examples of datasets and scores.
import type { Dataset, DatasetCase, GenerationScores } from '#contracts';
import { MOMENT } from './account-examples.ts';
import { exampleCustomProduct } from './examples.ts';

/** A dataset. */
export const exampleDataset: Dataset = {
  id: '019a8e9d-1c42-7d15-8a6b-3c5d7e9f1a2b',
  name: 'Desks, spring',
  cases: 50,
  withReferences: 41,
  bytes: 182_400,
  createdAt: MOMENT,
};

/** A page of datasets. */
export const exampleDatasets: { datasets: Dataset[] } = { datasets: [exampleDataset] };

/** A page of the cases of a dataset. */
export const exampleCases: { cases: DatasetCase[] } = {
  cases: [
    {
      productId: exampleCustomProduct.id,
      product: exampleCustomProduct,
      references: { 'product-title': 'Fenwick Oak Serving Board, 40 cm' },
    },
  ],
};

/** Scores of a result that was accepted as a person had changed it. */
export const exampleScores: GenerationScores = {
  hardFirst: 1,
  repaired: 1,
  warnings: 0,
  factsCovered: 0.625,
  keywordsCovered: 1,
  lengthUse: 0.83,
  languageShare: 1,
  latencyMs: 2340,
  inputTokens: 1830,
  outputTokens: 210,
  costMicros: 6675,
  accepted: 1,
  rejected: 0,
  edited: 0.083,
};
