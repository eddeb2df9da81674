// Lists auth's migrations, oldest first.
import { Auth1795245000000 } from './1795245000000-auth.ts';

export const MIGRATIONS = [Auth1795245000000];
