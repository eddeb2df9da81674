// What other rooms use of operations.
export { ImportAdmissionService } from './import-admission.service.ts';
