// The features of the console, in the order of the navigation.
import { imports } from '../imports/imports.feature.ts';
import type { Feature } from '../feature/index.ts';
export const features: readonly Feature[] = [products, imports, generations];
