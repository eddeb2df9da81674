// Seeds rights of operators that are too few or too many.
import { fault, type Fault } from './fault.ts';

/** Faults, each with the finding that it must cause. */
export const OPERATOR_FAULTS: readonly Fault[] = [
  fault('Role/operators', 'rules.2.resources', ['pods/exec'], /must allow create of pods\/portforward/),
  fault('Role/operators', 'rules.8.verbs', ['get', 'list'], /must allow patch of scaledobjects/),
  fault('Role/operators', 'rules.0.resources', ['pods', 'secrets'], /must not allow secrets/),
];
