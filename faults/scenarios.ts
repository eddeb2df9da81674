// All scenarios, in the order of the acceptance table.
import { chaos, control, quiet } from './chaos.ts';
import type { Scenario } from './scenario.ts';

export const SCENARIOS: readonly Scenario[] = [quiet, chaos, control];
