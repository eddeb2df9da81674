// What other rooms use of accounts.
export { AccountsService } from './accounts.service.ts';
