// What other rooms use of leases.
export { GenerationCompletionService } from './generation-completion.service.ts';
