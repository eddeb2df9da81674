// What other rooms use of csv.
export { csvRowsOf } from './csv.rules.ts';
