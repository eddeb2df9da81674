// What other rooms use of queue.
export { DispatchService, jobIdOf } from './dispatch.service.ts';
export { GenerationAdmissionService } from './generation-admission.service.ts';
export { heldBackMs, isContended, NONE_MAY_RUN } from './quotas.rules.ts';
export { type RunningInWorkspace, rankOf } from './ranks.rules.ts';
