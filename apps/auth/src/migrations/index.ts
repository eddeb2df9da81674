// Auth's migrations in order.
import { Auth1795245000000 } from './1795245000000-auth.ts';

export const MIGRATIONS = [Auth1795245000000];
