// What other rooms use of import-quota.
export { ImportQuotaService } from './import-quota.service.ts';
