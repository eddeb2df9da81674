// Checks of a product description.
import { matches, type Finding } from './findings.rules.ts';
import { AVAILABILITY, PRICE, REVIEW_QUOTE, TIME_BOUND } from './wording.rules.ts';

/** Findings of a description beyond those of any text. */
export function checkDescription(text: string): Finding[] {
  return [
    ...matches('PRICE', PRICE, text),
    ...matches('AVAILABILITY', AVAILABILITY, text),
    ...matches('REVIEW_QUOTE', REVIEW_QUOTE, text),
    ...matches('TIME_BOUND', TIME_BOUND, text),
  ];
}
