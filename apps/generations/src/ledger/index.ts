// What other rooms use of ledger.
export { LedgerService } from './ledger.service.ts';
