// The features of the console, in the order of the navigation.
import type { Feature } from '../feature/index.ts';

export const features: readonly Feature[] = [];
