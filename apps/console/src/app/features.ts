// The features of the console, in the order of the navigation.
import { imports } from '../imports/imports.feature.ts';
import type { Feature } from '../feature/index.ts';
import { generations } from '../generations/generations.feature.ts';

export const features: readonly Feature[] = [imports, generations];
