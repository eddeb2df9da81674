// What other rooms use of endings.
export { EndingsService, type Success } from './endings.service.ts';
