// What other rooms use of import-quota.
export { firstAnswerOr, ImportQuotaService } from './import-quota.service.ts';
