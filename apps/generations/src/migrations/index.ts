// The migrations of the generations database, in order.
import { Generations1795244000000 } from './1795244000000-generations.ts';

export const MIGRATIONS = [Generations1795244000000];
