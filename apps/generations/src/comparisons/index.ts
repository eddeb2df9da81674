// What other rooms use of comparisons.
export { kappaOf } from './kappa.rules.ts';
export {
  compare,
  differencesOf,
  meanOf,
  overall,
  type CaseValue,
  type ComparisonTerms,
} from './verdicts.rules.ts';
