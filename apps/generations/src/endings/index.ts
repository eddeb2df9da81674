// What other rooms use of endings.
export { EndingsService } from './endings.service.ts';
