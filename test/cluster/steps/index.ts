// All steps, in their order.
import { applied } from './apply.ts';
import { admitted } from './admission.ts';
import type { Step } from './step.ts';

export const STEPS: readonly Step[] = [admitted, applied];
