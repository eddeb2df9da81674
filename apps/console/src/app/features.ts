// The features of the console, in the order of the navigation.
import { batches } from '../batches/batches.feature.ts';
import type { Feature } from '../page/index.ts';
import { applications } from '../applications/applications.feature.ts';
import { datasets } from '../datasets/datasets.feature.ts';
import { documents } from '../documents/documents.feature.ts';
import { experiments } from '../experiments/experiments.feature.ts';
import { generations } from '../generations/generations.feature.ts';
import { imports } from '../imports/imports.feature.ts';
import { overview } from '../overview/overview.feature.ts';
import { products } from '../products/products.feature.ts';
import { settings } from '../settings/settings.feature.ts';

export const features: readonly Feature[] = [
  overview,
  products,
  imports,
  generations,
  batches,
  applications,
  experiments,
  datasets, // before the documents, to which `g d` leads
  documents,
  settings,
];
