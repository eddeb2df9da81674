// Checks of a product description.
import { matches, type Violation } from '../../checks/violations.rules.ts';
import { AVAILABILITY, PRICE, REVIEW_QUOTE, TIME_BOUND } from '../../checks/blocklists.rules.ts';

/** Findings of a description beyond those of any text. */
export function checkDescription(text: string): Violation[] {
  return [
    ...matches('PRICE', PRICE, text),
    ...matches('AVAILABILITY', AVAILABILITY, text),
    ...matches('REVIEW_QUOTE', REVIEW_QUOTE, text),
    ...matches('TIME_BOUND', TIME_BOUND, text),
  ];
}
