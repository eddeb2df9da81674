// The catalogue's migrations in order.
import { Catalogue1763700000000 } from './1763700000000-catalogue.ts';

export const MIGRATIONS = [Catalogue1763700000000];
