// What other rooms use of tables.
export { Account, type AccountLimits, type LimitChanges } from './accounts.entity.ts';
export { ApiKeyEntity } from './api-keys.entity.ts';
export type { InvitationEntity } from './invitations.entity.ts';
export { RefreshKey, Session } from './sessions.entity.ts';
export { SigningKey } from './signing-keys.entity.ts';
export { elsewhereFrom, type ErasedWorkspace, Membership, Workspace } from './workspaces.entity.ts';
