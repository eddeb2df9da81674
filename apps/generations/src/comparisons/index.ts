// What other rooms use of comparisons.
export { compare, differencesOf, meanOf, overall, type CaseValue } from './verdicts.rules.ts';
