// What other rooms use of access.
export { REQUIRED_ACCESS, type Membership, type RequiredAccess, isAllowed, stepOf } from './access.rules.ts';
export { KeyScopes } from './key-scopes.decorator.ts';
export { KnownApiKeysService } from './known-api-keys.service.ts';
export { KnownMembershipsService } from './known-memberships.service.ts';
