// What other rooms use of keys.
export { AccessTokensService } from './access-tokens.service.ts';
