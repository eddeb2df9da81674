// What other rooms use of accounts.
export { AccountsService } from './accounts.service.ts';
export { PasswordsService } from './passwords.service.ts';
