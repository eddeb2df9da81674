// Changes that tests make to the schema of services that work.
export { changeSchema } from './change-schema.ts';
export { HeldInserts } from './held-inserts.ts';
