// The catalogue's migrations, in order.
import { Catalogue1795244000000 } from './1795244000000-catalogue.ts';

export const MIGRATIONS = [Catalogue1795244000000];
