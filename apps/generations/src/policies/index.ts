// What other rooms use of policies.
export { PoliciesService } from './policies.service.ts';
export { OWN_POLICIES } from './own-policies.rules.ts';
