// All steps, in their order.
import { applied } from './apply.ts';
import { admitted } from './admission.ts';
import { installed } from './installation.ts';
import { enforced } from './policies.ts';
import { released } from './release.ts';
import type { Step } from './step.ts';

export const STEPS: readonly Step[] = [admitted, applied, installed, enforced, released];
