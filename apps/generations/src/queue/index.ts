// What other rooms use of queue.
export { DispatchService, jobIdOf } from './dispatch.service.ts';
export { GenerationAdmissionService } from './generation-admission.service.ts';
