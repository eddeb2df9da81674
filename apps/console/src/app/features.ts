// The features of the console, in the order of the navigation.
import type { Feature } from '../feature/index.ts';
import { products } from '../products/products.feature.ts';

export const features: readonly Feature[] = [products];
