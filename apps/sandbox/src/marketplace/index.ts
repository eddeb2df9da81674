// What other rooms use of marketplace.
export { QuotaService } from './quota.service.ts';
