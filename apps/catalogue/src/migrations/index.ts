// The catalogue's migrations in order.
import { Catalogue1795244000000 } from './1795244000000-catalogue.ts';
import { OddIdentifiers1795254000000 } from './1795254000000-odd-identifiers.ts';

export const MIGRATIONS = [Catalogue1795244000000, OddIdentifiers1795254000000];
